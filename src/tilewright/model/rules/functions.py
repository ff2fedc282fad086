"""Rules beyond covering, for ``tilewright.Problem(…, rules=[…])``.

>>> import tilewright as tw
>>> tw.count("5x6", "domino=15", rules=[tw.rules.fault_free()])
6
>>> tw.count("4x4", "tetrominoes+", rules=[tw.rules.apart(), tw.rules.no_crossroads()])
8

Rules are values that can be compared. ``word()`` returns a rule as a string, which
``tw.rules.parse`` reads and which is accepted wherever a rule is expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilewright.errors import ProblemError
from tilewright.model.rules.rule_types import (
    Apart,
    Axis,
    Clues,
    Comparison,
    Equal,
    FaultFree,
    Maximal,
    NoCrossroads,
    Rule,
    Sum,
    Tiles,
    Unequal,
    as_clues,
    compared,
    parse_rule,
)
from tilewright.model.space.lattice import Cell
from tilewright.system.values.arguments import check_choice, check_integer, check_text, format_value


def tiles(number: int | tuple[int, int], of: Sequence[str] = ()) -> Tiles:
    """Return the rule that a tiling has a given number of tiles.

    Parameters
    ----------
    number : int or (least, most)
    of : sequence of str, optional
        The names of the pieces whose tiles count; by default, all tiles count.

    Raises
    ------
    ProblemError
        If the number is not a nonnegative integer, or `least` exceeds `most`.

    Examples
    --------
    >>> tiles((5, 7)).word()
    'tiles 5..7'
    >>> tiles(1, of=("T4", "P5")).word()
    'tiles 1 T4|P5'
    """
    bounds = number if isinstance(number, tuple) else (number, number)
    if len(bounds) != 2:
        raise ProblemError(
            f"the number of tiles must be an integer or (least, most), got {format_value(number)}",
            where="tiles",
        )
    least, most = (
        check_integer(bound, "the number of tiles", 0, error=ProblemError) for bound in bounds
    )
    if least > most:
        raise ProblemError(
            f"the number of tiles must satisfy least <= most, got {least} and {most}", where="tiles"
        )
    return Tiles(least, most, (of,) if isinstance(of, str) else tuple(of))


def fault_free(lines: Axis = "") -> FaultFree:
    """Return the rule that every straight line through the board crosses a tile.

    A tile crosses a line if it covers two neighbors on opposite sides of the line. For a box of
    cubes, the rule refers to planes instead of lines.

    Parameters
    ----------
    lines : {"", "rows", "columns", "layers"}
        Use only the lines between rows, between columns or (for cubes) between layers; by default,
        all lines.

    Examples
    --------
    >>> import tilewright as tw
    >>> tw.count("5x6", "L3+", rules=[fault_free("columns")])
    72
    >>> tw.count("5x6", "L3+", rules=[fault_free()])
    8
    """
    return FaultFree(
        check_choice(lines, "lines", ("", "rows", "columns", "layers"), error=ProblemError)
    )


def maximal() -> Maximal:
    """Return the rule that no further piece fits on the cells that stay empty.

    Other rules do not count: a piece fits if its cells are empty and its marks agree. There must be
    any number of each piece.

    Examples
    --------
    >>> import tilewright as tw
    >>> tw.count("3x3", "dominoes+", empty=(0, 9)), tw.count("3x3", "dominoes+", empty=(0, 9), rules=[maximal()])
    (131, 22)
    """  # noqa: E501
    return Maximal()


def no_crossroads() -> NoCrossroads:
    """Return the rule that no four tiles meet at a point.

    Examples
    --------
    >>> import tilewright as tw
    >>> tw.count("4x4", "dominoes+"), tw.count("4x4", "dominoes+", rules=[no_crossroads()])
    (36, 2)
    """
    return NoCrossroads()


def apart(*of: str, corners: bool = False) -> Apart:
    """Return the rule that no two tiles of the same class share a side.

    Parameters
    ----------
    *of : str
        ``"size"`` for tiles with the same number of cells, ``"same-way"`` for tiles that are
        translations of each other, or the names of pieces whose tiles are one class; by default,
        congruent tiles. Mirror images are congruent.
    corners : bool
        Tiles of the same class may not share a corner either.

    Examples
    --------
    >>> import tilewright as tw
    >>> tw.count("4x4", "tetrominoes+"), tw.count("4x4", "tetrominoes+", rules=[apart()])
    (117, 8)
    >>> polyominoes = ["monomino+", "domino+", "trominoes+", "tetrominoes+"]
    >>> tw.count("2x2", *polyominoes, rules=[apart("size")])
    5
    >>> apart("T4", "P5", corners=True).word()
    'apart corners T4|P5'
    """
    return Apart(tuple(check_text(name, "the name of a class") for name in of), bool(corners))


def sum(cells: Iterable[Cell], comparison: Comparison, number: int) -> Sum:
    """Return the rule that the digits in a region have a given sum, a smaller sum or a larger sum.

    The digits are marks of the pieces. A cell adds nothing if it stays empty or its piece shows no
    digit on it.

    Parameters
    ----------
    cells : iterable of (row, column)
    comparison : {"<", "<=", "=", ">=", ">"}
    number : int

    Raises
    ------
    ProblemError
        If the cells are not pairs of integers, or no sum is possible.

    Examples
    --------
    >>> sum([(0, 0), (0, 1)], "<", 5).word()
    'sum 0,0-0,1 <= 4'
    """
    bound = check_integer(number, "number", 0, error=ProblemError)
    try:
        least, most = compared(comparison, bound)
    except ValueError:
        raise ProblemError(
            "a sum must be compared by <, <=, =, >= or > with a bound that can be satisfied, got "
            f"{format_value(comparison)} {bound}",
            where="sum",
        ) from None
    return Sum(tuple(cells), least, most)


def equal(cells: Iterable[Cell]) -> Equal:
    """Return the rule that pieces show the same mark in all covered cells of a region.

    Examples
    --------
    >>> equal([(0, 1), (0, 0)]).word()
    'equal 0,0-0,1'
    """
    return Equal(tuple(cells))


def unequal(cells: Iterable[Cell]) -> Unequal:
    """Return the rule that pieces show different marks in all covered cells of a region.

    Examples
    --------
    >>> unequal([(0, 0), (1, 0)]).word()
    'unequal 0,0-1,0'
    """
    return Unequal(tuple(cells))


def clues(given: Mapping[Cell, int | str], *, one_each: bool = False) -> Clues:
    """Return the rule that the tiles of certain cells have a given area or are a given piece.

    Parameters
    ----------
    given : mapping from cell to int or str
        For certain cells, the area of the tile that covers the cell, the name of its piece, or
        ``"?"`` for any tile.
    one_each : bool
        Every tile must cover exactly one of these cells.

    Examples
    --------
    >>> import tilewright as tw
    >>> rectangles = [f"{'/'.join(['#' * w] * h)}+" for h in (1, 2) for w in (1, 2, 3) if h <= w]
    >>> print(tw.solve("2x3", *rectangles, rules=[clues({(0, 0): 4, (1, 2): 2}, one_each=True)]))
    AAB
    AAB
    """
    return as_clues(given, one_each)


def parse(words: str) -> Rule:
    """Parse a rule as written in the lines ``rule:`` of a puzzle file.

    Raises
    ------
    ProblemError
        If the text is invalid. The message shows how to write the rule.

    Examples
    --------
    >>> parse("tiles 7") == tiles(7)
    True
    """
    return parse_rule(words)
