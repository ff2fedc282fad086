"""Formats of puzzle programs: boards, pieces and solutions.

`burrtools` reads and writes files of BurrTools, `polysolver` of Jaap Scherphuis' PolySolver,
`polysolve` and `busche` of two solvers, `heesch` and `dahlke` lists of shapes. `shapes` has what
they share.
"""
