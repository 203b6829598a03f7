//! Agents for Hexflip and Sayū: random, greedy and Monte-Carlo tree search.
