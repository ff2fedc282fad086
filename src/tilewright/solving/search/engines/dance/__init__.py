"""The engine dance: exact cover with colors and multiplicities, branching where there are the
fewest choices.
"""
