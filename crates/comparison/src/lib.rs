//! Nothing but a home for the benchmark `generic`, so that the crates it compares with are built for
//! it alone.
