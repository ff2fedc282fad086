"""What drives an engine: its protocol, subtrees, bounds, symmetry breaking, tuning."""
