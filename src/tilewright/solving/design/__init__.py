"""Designs: sets of pieces that solve all of several boards, such as the 366 dates of a calendar.

>>> found = design("3x20 4x15 5x12 6x10", "pentominoes")
>>> print(found.text())
the only set of 12 pieces solves all 4 boards
F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5: 8 solutions on the worst board, 3x20
"""

from tilewright.solving.design.answer import Design, Designs
from tilewright.solving.design.designing import Designer, design

__all__ = ["Design", "Designer", "Designs", "design"]
