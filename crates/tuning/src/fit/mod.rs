//! Fits of weights to positions whose worth is known.
