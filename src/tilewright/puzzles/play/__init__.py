"""Play: a game in progress, independent of its interface (the page, a terminal, a program).

>>> from tilewright.puzzles.play import Session
>>> session = Session("talos:hub-gates-1").place("J4", [(0, 0), (1, 0), (2, 0), (2, 1)])
Traceback (most recent call last):
tilewright.puzzles.play.state.PlayError: J4: the piece has no orientation with these cells and marks
>>> session = Session("talos:hub-gates-1")
>>> hint = session.hint(timeout=60)
>>> for picture in hint.pictures:
...     print(picture.text)
if the Z goes here (0,3), this cell (2,3) is stranded (each piece has 4 cells)
only a J can cover the cell 0,3, and only like this
>>> session = session.take_hint(timeout=60)
>>> session.ways(timeout=60).text
'1 solution left'
>>> session.undo().state.placed
()
"""

from tilewright.puzzles.play.advice import Hint, HintPicture, hint
from tilewright.puzzles.play.remaining import WaysLeft, ways
from tilewright.puzzles.play.session import Session
from tilewright.puzzles.play.state import PlayError, State

__all__ = ["Hint", "HintPicture", "PlayError", "Session", "State", "WaysLeft", "hint", "ways"]
