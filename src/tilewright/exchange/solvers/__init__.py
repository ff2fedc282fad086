"""Files of programs that solve tiling problems in their own terms: items and options, clauses, constraints.

`knuth` is the text of Knuth's exact cover programs, `clauses` that of SAT solvers (DIMACS), `minizinc` a model for
constraint solvers.
"""
