"""Formats of solvers: items and options, clauses, constraints.

`knuth` has the format of Knuth's exact cover programs, `clauses` that of SAT solvers (DIMACS), and
`minizinc` writes models for constraint solvers.
"""
