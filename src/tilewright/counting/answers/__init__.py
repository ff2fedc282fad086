"""What a count can answer: numbers by piece, up to symmetry, weighted, by matchings, by listing."""
