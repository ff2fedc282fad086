"""Kernels of dance: the search itself, and what a choice does to its state.

`masks`
    Exact cover of few items, each exactly once: what is left of the options, copied at every level.
`moves`
    What a choice of dance does to the state, and how it is undone.
`search`
    Exact cover with colors and multiplicities, smallest branch first.
"""
