"""Finding, proving, coloring and packing: engines, matchings, proofs, theorems."""
