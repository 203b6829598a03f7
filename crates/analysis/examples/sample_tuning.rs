//! Writes the pages of made-up tuning runs, to look at every part and plot:
//! `cargo run -p flipside-analysis --example sample_tuning -- out/sample`.

#[path = "../tests/made_up/mod.rs"]
mod made_up;

use std::error::Error;
use std::path::Path;

use flipside_analysis::report::write::write;
use flipside_analysis::tuning::render::render;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder to write to")?;
    for (name, run) in [
        ("spsa", made_up::spsa()),
        ("regression", made_up::regression()),
        ("unfinished", made_up::unfinished()),
    ] {
        write(&Path::new(&folder).join(name), &render(&run)?)?;
    }
    Ok(())
}
