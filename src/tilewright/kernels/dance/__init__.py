"""Kernels of the engine dance.

`masks`
    Exact cover of few items: the remaining options as machine words, copied at every level.
`search`
    Exact cover with colors and multiplicities, branching where there are the fewest choices.
"""
