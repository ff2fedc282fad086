"""The modules that drive an engine: protocol, subtrees, bounds, symmetry breaking, tuning."""
