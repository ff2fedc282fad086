"""Programs of puzzle people: boards, pieces and solutions.

`burrtools` are the files of BurrTools, `polysolver` those of Jaap Scherphuis' PolySolver, `polysolve` and `busche` two
solvers' texts, `heesch` and `dahlke` lists of shapes; `shapes` is what they share.
"""
