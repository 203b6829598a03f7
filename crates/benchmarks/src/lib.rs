//! The crate is a home for benchmarks (`benches/`): `cargo bench --package flipside-benchmarks
//! --features run`. The crates they need are built for them alone.
