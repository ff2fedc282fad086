"""What is counted with: integers, residues, polynomials."""
