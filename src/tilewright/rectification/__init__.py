"""Rectangles of every size: which a piece tiles, which never, and why.

>>> found = rectangles("L4")
>>> print(found.order, *found.primes, found.complete)
2 (2, 4) (3, 8) True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, overload

from tilewright.errors import RequestError
from tilewright.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.lattices.symmetry import Turn
    from tilewright.piece import Piece
    from tilewright.progress import StatesProgress
    from tilewright.rectification.answers import Boxes as Boxes
    from tilewright.rectification.answers import JointRectangles as JointRectangles
    from tilewright.rectification.answers import Rectangles as Rectangles
    from tilewright.rectification.checking import CheckedClaim as CheckedClaim
    from tilewright.rectification.checking import check_certificate as check_certificate
    from tilewright.rectification.lengths import Lengths as Lengths
    from tilewright.rectification.search import Effort as Effort
    from tilewright.rectification.writing import certificate as certificate
    from tilewright.rectification.writing import certificate_text as certificate_text
    from tilewright.rectification.writing import from_record as from_record
    from tilewright.rectification.writing import summary as summary
    from tilewright.rectification.writing import summary_text as summary_text
    from tilewright.rectification.writing import table_text as table_text
    from tilewright.rectification.writing import to_record as to_record
    from tilewright.tiling import Tiling

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "answers": "Boxes JointRectangles Rectangles",
        "checking": "CheckedClaim check_certificate",
        "lengths": "Lengths",
        "search": "Effort",
        "writing": "certificate certificate_text from_record summary summary_text table_text to_record",
    },
    own="boxes rectangles",
)


@overload
def rectangles(
    piece: Piece | str,
    *,
    both: Literal[False] = False,
    turn: Turn = "free",
    widths: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
    known: Iterable[Tiling] = (),
) -> Rectangles: ...
@overload
def rectangles(
    piece: Piece | str,
    *others: Piece | str,
    both: Literal[True],
    turn: Turn = "free",
    widths: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> JointRectangles: ...
def rectangles(
    piece: Piece | str,
    *others: Piece | str,
    both: bool = False,
    turn: Turn = "free",
    widths: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
    known: Iterable[Tiling] = (),
) -> Rectangles | JointRectangles:
    """Find the prime rectangles of a piece: those that it tiles and that no straight cut divides into two that it tiles.

    Parameters
    ----------
    piece : Piece or str
        One piece; how many copies it says does not matter.
    *others : Piece or str
        More pieces, with `both`.
    both : bool
        Find the rectangles that are tiled with every piece of the set, any number of each: prime is one that no straight cut
        divides into such a rectangle and one that any pieces of the set tile.
    turn : {"free", "one-sided"}
    widths : int, optional
        Decide all widths up to this, or until the list is complete; by default until that, or the states of a strip become
        many.
    max_memory : int, optional
        In bytes; by default 80% of what is free.
    timeout : float, optional
        Stop after this many seconds, with what is known by then.
    progress : callable, optional
        Called with a `tilewright.progress.StatesProgress` again and again.
    effort : Effort, optional
        How much is tried before a list is left open.
    known : iterable of Tiling
        Tilings of rectangles by the piece that were found before, or elsewhere: each is looked at, and need not be found again. They
        are not for `both`.

    Returns
    -------
    Rectangles, or JointRectangles with `both`
        The list is complete and says by what, or it is complete for all widths up to one.

    Raises
    ------
    PieceError
        If it is not one piece without marks.
    RequestError
        If an option is out of range, there are several pieces without `both`, or `known` holds what is no tiling of a rectangle by the
        piece.

    Notes
    -----
    For one width the states of the strip, reached from the empty one and able to come back to it, give all lengths that can be
    tiled. That no rectangle is left out beyond the widths that were looked at follows from what rules out sizes (area, weights
    that repeat, the states of a side) and from what is made of smaller rectangles.

    References
    ----------
    D. A. Klarner, *Packing a rectangle with congruent N-ominoes*, J. Combin. Theory 7, 1969.
    M. Reid, *Tiling rectangles and half strips with congruent polyominoes*, J. Combin. Theory A 80, 1997.
    M. Reid, *Klarner systems and tiling boxes with polyominoes*, J. Combin. Theory A 111, 2005.

    Examples
    --------
    >>> rectangles("P5")
    <Rectangles of P5: 2x5 7x15; widths up to 7 are decided; every larger rectangle ...>
    >>> found = rectangles("X5")
    >>> found.rectifiable, found.quadrant, found.because
    (False, False, 'no corner can be filled: looked at to a depth of 2, in 1 states')
    >>> found = rectangles("L4")
    >>> rectangles("L4", widths=1, known=found.primes.values()).complete
    True
    >>> rectangles("I3", "L3", both=True)
    <JointRectangles of I3 and L3: 2x6 3x3; widths up to 3 are decided; every larger rectangle ...>
    """
    from tilewright.rectification.search import Settings

    settings = Settings(widths, max_memory, progress, effort)
    if both:
        if tuple(known):
            raise RequestError(
                "only rectangles of one piece may be known, not those of a set together", where="known"
            )
        from tilewright.rectification.joint_search import JointSearch

        return JointSearch((piece, *others), turn, settings).finish(timeout)
    if others:
        raise RequestError(
            "the rectangles of one piece are asked for, or, with both=True, those with every piece of a set",
            where="both",
        )
    from tilewright.rectification.rectangle_search import RectangleSearch

    return RectangleSearch(piece, turn, settings, known).finish(timeout)


def boxes(
    piece: Piece | str,
    *,
    turn: Turn | None = None,
    sides: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    effort: Effort | None = None,
) -> Boxes:
    """Find the prime boxes of a solid piece: those that it fills and that no straight cut divides into two that it fills.

    Parameters
    ----------
    piece : Piece or str
        One piece of cubes, or a flat one as a solid piece; how many copies it says does not matter.
    turn : {"free", "one-sided"}, optional
        By default one-sided, as everywhere among cubes.
    sides : int, optional
        Decide all boxes with two sides up to this; by default until the states of a bar become many.
    max_memory : int, optional
        In bytes; by default 80% of what is free.
    timeout : float, optional
        Stop after this many seconds, with what is known by then.
    progress : callable, optional
        Called with a `tilewright.progress.StatesProgress` again and again.
    effort : Effort, optional
        How much is tried before it stops.

    Returns
    -------
    Boxes
        The list has all prime boxes with two sides up to a length, and says so; that there is no box is proven where edges show it.

    Raises
    ------
    PieceError
        If it is not one piece of cubes without marks.
    RequestError
        If an option is out of range.

    Notes
    -----
    A bar is a strip whose rows are the cells of a section, so its states give all lengths at which it can be tiled, as for
    rectangles. Boxes that no such section has are searched one by one, the smallest first, as far as the orders need it.

    References
    ----------
    D. A. Klarner, *Packing a rectangle with congruent N-ominoes*, J. Combin. Theory 7, 1969.
    M. Reid, *Klarner systems and tiling boxes with polyominoes*, J. Combin. Theory A 111, 2005.

    Examples
    --------
    >>> found = boxes("S4", sides=3)
    >>> found.order, list(found.primes), found.sides
    (6, [(2, 3, 4)], 3)
    >>> (3, 4, 4) in found, (3, 3, 4) in found
    (True, False)
    >>> boxes("X5").because
    'no corner can be filled: looked at to a depth of 2x2, in 1 states'
    """
    from tilewright.rectification.box_search import BoxSearch
    from tilewright.rectification.search import Settings

    return BoxSearch(piece, turn, Settings(sides, max_memory, progress, effort)).finish(timeout)
