"""The version of the generator, and how older versions differ.

A short ID names the version that made its puzzle, and that version's attempt makes it again. Code
that differs checks `Order.version`. All differences are listed here, with their places.

=======
===========================================================================================================
version  what is new =======
===========================================================================================================
1        the first 2        Pieces in several parts are judged correctly (`tilewright.deduction`):
regions that are cut off can be filled
         from outside. No short ID can name such a piece, so the old rule is gone.
         Rotations of the board count once, as in grades, in print and on the page; version 1
         counted them separately except in sigils (`GivenPuzzles`, `DotPuzzles`). Numbers of copies
         are rejected for kinds that use any number of each piece; version 1 ignored them
         (`making._order`).
=======
===========================================================================================================
"""

from __future__ import annotations

#: Raise this if any attempt makes another puzzle than in the last release. Tests compare the
#: puzzles of short IDs of all versions.
VERSION = 2
