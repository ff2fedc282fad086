"""Sentences about the rules of a problem: why a sum cannot be reached."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.deduction.sentences import Words, plain, sentence
from tilewright.lattices.lattice import Cell
from tilewright.values.conditions import (
    Apart,
    Equal,
    FaultFree,
    NoCrossroads,
    Rule,
    Sum,
    Tiles,
    Unequal,
)


def rule_words(rule: Rule, about: str, cells: Sequence[Cell], low: bool, number: int) -> Words:
    """Return why a sum that a rule demands cannot be reached.

    Parameters
    ----------
    rule : Rule
    about : str
        What the sum is about, as in `tilewright.cover.sums.Sums`.
    cells : sequence of cells
        The cells that it is about.
    low : bool
        Whether the sum is too low, not too high.
    number : int
        What it is at most, or at least.
    """
    if isinstance(rule, Sum):
        key = "sumLow" if low else "sumHigh"
        return sentence(key, sum=sum_words(rule), cell=cells[0], number=number)
    if isinstance(rule, Tiles):
        if rule.pieces:
            return sentence("tooFewOf" if low else "tooManyOf", pieces=" or ".join(rule.pieces))
        return sentence("tooFewPieces" if low else "tooManyPieces")
    if isinstance(rule, FaultFree):
        return sentence("noCrossing", line=about)
    keys = {
        Equal: "sumEqual",
        Unequal: "sumUnequal",
        NoCrossroads: "fourMeet",
        Apart: "sideBySide",
    }
    return sentence(keys[type(rule)], cell=cells[0])


def sum_words(rule: Sum) -> str:
    """Return the sum that a region must have.

    >>> sum_words(Sum(((0, 0),), 12, 12)), sum_words(Sum(((0, 0),), 0, 4))
    ('12', 'less than 5')
    """
    if rule.most is None:
        return plain(sentence("moreThan", number=rule.least - 1))
    if rule.least == rule.most:
        return str(rule.least)
    if rule.least == 0:
        return plain(sentence("lessThan", number=rule.most + 1))
    return plain(sentence("fromTo", least=rule.least, most=rule.most))
