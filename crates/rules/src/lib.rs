//! Pure rules of Hexflip and Sayū: positions, turns, endings, variants, notation.
