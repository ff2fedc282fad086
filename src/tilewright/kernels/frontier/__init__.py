"""Kernels of counting: states and edges of the frontier, layer by layer or row by row, and the
counts along them.

`components`
    Grow the states of a frontier of connected components.
`expand`
    Write the successors of states of the frontier method.
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
`table`
    Find states in a hash table, and add up what leads to them, or write the edges.
`walk`
    Walk a labeled state graph.
`weighted`
    Pull weighted sums along the edges of a state graph, modulo primes.
"""
