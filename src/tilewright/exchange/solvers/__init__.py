"""Programs that solve what a tiling problem is to them: items and options, clauses, constraints.

`knuth` is the text of Knuth's exact cover programs, `dimacs` that of SAT solvers, `minizinc` a model for constraint
solvers.
"""
