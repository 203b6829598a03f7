//! Extracts the program from `docs/extending.md` for the test that compiles and runs it.

use std::path::Path;
use std::{env, fs};

const PAGE: &str = "../../docs/extending.md";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={PAGE}");
    let program = program(&fs::read_to_string(PAGE)?);
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("extending.rs"), program)?;
    Ok(())
}

/// Returns the Rust blocks of a page. All other lines are empty, so that line numbers match the
/// page.
fn program(page: &str) -> String {
    let mut program = String::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```rust" => inside = true,
            "```" => inside = false,
            line if inside => program.push_str(line),
            _ => {}
        }
        program.push('\n');
    }
    program
}
