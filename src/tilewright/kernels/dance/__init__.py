"""Kernels of dance: the search itself, and what a choice does to its state.

`moves`
    What a choice of dance does to the state, and how it is undone.
`search`
    Exact cover with colors and multiplicities, smallest branch first.
"""
