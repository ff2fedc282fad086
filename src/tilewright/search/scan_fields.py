"""The copies used, counted in one machine word: what to add for a piece, and which bit says what."""

from __future__ import annotations

from tilewright.search.scan_layout import ScanLayout

__all__ = ["Fields", "refusal"]


class Fields:
    """How the copies used are counted in one word: for each piece what to add, and which bit says what.

    Attributes
    ----------
    unit, limit, need : list of int
        Of each piece: what a copy adds; the bit that is set when no copy is left (0: never); the bit
        that is set when there are as many as needed (0: none needed).
    start : int
        The word with nothing placed.
    width : int
        Bits in use.
    """

    def __init__(self, layout: ScanLayout) -> None:
        self.unit: list[int] = []
        self.limit: list[int] = []
        self.need: list[int] = []
        self.start = 0
        self.width = 0
        for k, (least, most) in enumerate(zip(layout.least.tolist(), layout.most.tolist(), strict=True)):
            fields = []
            limit = need = 0
            if layout.limited[k] and most > 0:
                unit, limit = self._add(most, most)
                fields.append(unit)
            if least > 0 and limit and least == most:
                need = limit
            elif least > 0:
                unit, need = self._add(least, max(most, least))
                fields.append(unit)
            self.unit.append(sum(fields))
            self.limit.append(limit)
            self.need.append(need)
        needed = int((layout.least * layout.piece_size).sum())
        slack = layout.area - needed
        self.slackful = int(needed > 0 and slack >= 0 and bool((layout.least < layout.most).any()))
        self.slack_shift = self.width if self.slackful else 0
        self.impossible = slack < 0
        if self.slackful:
            self.start |= slack << self.width
            self.width += layout.area.bit_length()

    def _add(self, threshold: int, greatest: int) -> tuple[int, int]:
        """Add a field whose top bit is set from `threshold` to `greatest` copies; return its unit and top bit."""
        size = max((threshold - 1).bit_length(), (greatest - threshold).bit_length()) + 1
        half = 1 << (size - 1)
        unit = 1 << self.width
        self.start |= (half - threshold) * unit
        self.width += size
        return unit, half * unit


def refusal(layout: ScanLayout, fields: Fields) -> str:
    """Return why one word does not do; empty if it does."""
    if layout.orientations > 64:
        return f"{layout.orientations} orientations do not fit in a word of 64 bits"
    if layout.span > 64:
        return f"a window of {layout.span} positions does not fit in a word of 64 bits"
    if fields.width > 64:
        return f"the copies need {fields.width} bits, a word has 64"
    return ""
