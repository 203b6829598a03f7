//! The `flipside` command line.

fn main() {}
