//! Statistics, plots and reports from game records.
