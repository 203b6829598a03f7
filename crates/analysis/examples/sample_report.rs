//! Writes a report on made-up games, to look at the page and every plot:
//! `cargo run -p flipside-analysis --example sample_report -- out/sample`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::error::Error;
use std::path::Path;

use flipside_analysis::report::render::render;
use flipside_analysis::report::write::write;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder to write to")?;
    write(Path::new(&folder), &render(&sample::report())?)?;
    Ok(())
}
