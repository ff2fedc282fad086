"""Kernels of counting: states and edges of the frontier, layer by layer or row by row, and the
counts along them.

`components`
    Grow the states of a frontier of connected components.
`deal`
    Assign the successors of states to the parts of the next layer.
`expand`
    Grow the states of the frontier method, one layer at a time.
`flow`
    Pull counts along the edges of a state graph.
`polynomials`
    Pull polynomials along the edges of a state graph, modulo a prime.
`prune`
    Remove from a state graph what is not needed.
`rows`
    Grow the state graph of a repeating row.
`strip`
    Linear recurrences modulo a prime.
`walk`
    Walk a labeled state graph.
`weighted`
    Pull weighted sums along the edges of a state graph, modulo primes.
"""
