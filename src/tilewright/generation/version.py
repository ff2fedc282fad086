"""Version: what the generator makes of a seed, and what its older versions make otherwise.

A short ID says which version made its puzzle, and that version's attempt makes it again: `Order.version` has it, and
whatever an older version does differently asks for it there. All that differs is listed here; each entry names the place.

=======  ===========================================================================================================
version  what is new
=======  ===========================================================================================================
1        the first
2        Pieces in several parts are judged correctly (`tilewright.deduction`): what is cut off can be filled from
         outside. No short ID can name such a piece, so the old rule is not kept.
         Solutions that are each other with the whole board turned are one, as they are in grades, in print and on the
         page; version 1 counted them as different ones unless it made sigils (`GivenPuzzles`, `DotPuzzles`).
         Numbers of copies are refused where pieces are drawn from; version 1 passed over them (`making._order`).
=======  ===========================================================================================================
"""

from __future__ import annotations

__all__ = ["VERSION"]

#: One higher than in the release before if any attempt (of a seed, at a request) comes to another puzzle than there. Tests
#: compare the puzzles of short IDs of all versions.
VERSION = 2
