//! Tasks that people and CI run: `cargo xtask …`.

fn main() {}
