"""The values used for counting: integers, residues and polynomials."""
