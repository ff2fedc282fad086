"""Letters and digits for engraving: single lines, which a cutter follows once, without a font."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted

#: The lines of each letter: corners as pairs of digits x, y, on a grid 4 wide and 6 high, y
#: downwards.
_LINES = {
    "A": "06 01 10 30 41 46, 03 43",
    "B": "03 00 30 41 42 33 03 06 36 45 44 33",
    "C": "41 30 10 01 05 16 36 45",
    "D": "00 06 36 45 41 30 00",
    "E": "40 00 06 46, 03 33",
    "F": "40 00 06, 03 33",
    "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06, 40 46, 03 43",
    "I": "10 30, 20 26, 16 36",
    "J": "40 45 36 16 05",
    "K": "00 06, 40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10, 24 46",
    "R": "06 00 30 41 42 33 03, 23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05",
    "T": "00 40, 20 26",
    "U": "00 05 16 36 45 40",
    "V": "00 26 40",
    "W": "00 16 22 36 40",
    "X": "00 46, 06 40",
    "Y": "00 23 40, 23 26",
    "Z": "00 40 06 46",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "11 20 26, 16 36",
    "2": "01 10 30 41 42 06 46",
    "3": "01 10 30 41 42 33 44 45 36 16 05, 33 13",
    "4": "36 30 04 44",
    "5": "40 00 02 32 43 45 36 16 05",
    "6": "41 30 10 01 05 16 36 45 44 33 03",
    "7": "00 40 16",
    "8": "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33",
    "9": "05 16 36 45 41 30 10 01 02 13 43",
}
_WIDE, _TALL, _SPACE = 4, 6, 2


def engraved(
    text: str, x: float, y: float, width: float, height: float
) -> list[NDArray[np.float64]]:
    """Return the lines (n, 2) of a text in capitals, as large as fits, centered at (x, y).

    Raises
    ------
    FormatError
        If the text has other characters than the letters A to Z and digits.
    """
    letters = text.upper()
    if unknown := next((letter for letter in text if letter.upper() not in _LINES), None):
        raise FormatError(
            f"only the letters A to Z and digits can be engraved, got {quoted(unknown)}"
        )
    wide = len(letters) * (_WIDE + _SPACE) - _SPACE
    unit = min(width / wide, height / _TALL)
    found = []
    for place, letter in enumerate(letters):
        corner = np.array([place * (_WIDE + _SPACE) - wide / 2, -_TALL / 2])
        for line in _LINES[letter].split(", "):
            points = np.array([[int(point[0]), int(point[1])] for point in line.split()])
            found.append((points + corner) * unit + (x, y))
    return found
