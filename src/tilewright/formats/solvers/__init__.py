"""Formats of solvers: items and options, clauses, constraints.

`knuth` has the format of Knuth's exact cover programs, and `clauses` those of SAT solvers (DIMACS)
and of constraint solvers (MiniZinc).
"""
