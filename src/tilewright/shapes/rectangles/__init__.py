"""Rectangles of every size: which rectangles a piece tiles, which it never tiles, and why.

>>> found = rectangles("L4")
>>> print(found.order, *found.primes, found.complete)
2 (2, 4) (3, 8) True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Unpack, overload

from tilewright.errors import RequestError
from tilewright.system.lazy import lazy_names
from tilewright.system.work.limits import ProgressLimits, limited
from tilewright.system.work.question import ask

if TYPE_CHECKING:
    from tilewright.model.piece import PieceLike
    from tilewright.model.space.lattice import Turn
    from tilewright.model.tiling import Tiling
    from tilewright.shapes.rectangles.answers import Boxes as Boxes
    from tilewright.shapes.rectangles.answers import JointRectangles as JointRectangles
    from tilewright.shapes.rectangles.answers import Rectangles as Rectangles
    from tilewright.shapes.rectangles.certificates import certificate_text as certificate_text
    from tilewright.shapes.rectangles.certificates import summary as summary
    from tilewright.shapes.rectangles.certificates import summary_text as summary_text
    from tilewright.shapes.rectangles.certificates import table_text as table_text
    from tilewright.shapes.rectangles.checker import check_certificate as check_certificate
    from tilewright.shapes.rectangles.lengths import Lengths as Lengths
    from tilewright.shapes.rectangles.search import Effort as Effort

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "answers": "Boxes JointRectangles Rectangles",
        "checker": "check_certificate",
        "lengths": "Lengths",
        "search": "Effort",
        "certificates": "certificate_text summary summary_text table_text",
    },
    defined="boxes rectangles",
)


@overload
def rectangles(
    piece: PieceLike,
    *,
    both: Literal[False] = False,
    turn: Turn = "free",
    max_width: int | None = None,
    effort: Effort | None = None,
    known: Iterable[Tiling] = (),
    **limits: Unpack[ProgressLimits],
) -> Rectangles: ...
@overload
def rectangles(
    piece: PieceLike,
    *others: PieceLike,
    both: Literal[True],
    turn: Turn = "free",
    max_width: int | None = None,
    effort: Effort | None = None,
    **limits: Unpack[ProgressLimits],
) -> JointRectangles: ...
@limited
def rectangles(
    piece: PieceLike,
    *others: PieceLike,
    both: bool = False,
    turn: Turn = "free",
    max_width: int | None = None,
    effort: Effort | None = None,
    known: Iterable[Tiling] = (),
    **limits: Unpack[ProgressLimits],
) -> Rectangles | JointRectangles:
    """Find the prime rectangles of a piece. A rectangle is prime if no straight cut divides it into
    two rectangles that the piece tiles.

    Parameters
    ----------
    piece : Piece, str or array
        The piece; its number of copies is ignored.
    *others : Piece, str, array or list
        Additional pieces, which are allowed only with `both`.
    both : bool
        Find the rectangles that the pieces tile together, using every piece at least once. With
        ``both``, a rectangle is prime if no straight cut divides it into a rectangle that uses
        every piece and a rectangle that some of the pieces tile.
    turn : {"free", "one-sided"}
        Which rotations and reflections of the piece are allowed.
    max_width : int, optional
        Decide all rectangles whose shorter side is at most this long. By default, continue until
        the list is complete or the strips have too many states.
    effort : Effort, optional
        The amount of work to do before giving up on a complete list.
    known : iterable of Tiling
        Known tilings of rectangles by the piece. Each known tiling is verified and then reused.
        Known tilings cannot be used with `both`.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`. When the time limit is reached, the results so far are
        returned.

    Returns
    -------
    Rectangles, or JointRectangles with `both`
        The list of prime rectangles, with either the reason why the list is complete or the width
        up to which it is complete.

    Raises
    ------
    PieceError
        If a piece is not a polyomino or has marks.
    RequestError
        If an option is out of range, if several pieces are given without `both`, or if `known`
        contains something other than tilings of rectangles by the piece.

    Notes
    -----
    A strip of fixed width is a finite automaton. The closed walks from the empty state determine
    all lengths that can be tiled. A list is complete if every rectangle beyond the decided widths
    splits into smaller rectangles, or is ruled out by its area, by repeating weights or by the
    states along a side.

    References
    ----------
    D. A. Klarner, *Packing a rectangle with congruent N-ominoes*, Journal of Combinatorial Theory
    7, 1969. M. Reid, *Tiling rectangles and half strips with congruent polyominoes*, Journal of
    Combinatorial Theory A 80, 1997. M. Reid, *Klarner systems and tiling boxes with polyominoes*,
    Journal of Combinatorial Theory A 111, 2005.

    Examples
    --------
    >>> rectangles("P5")
    <Rectangles of P5: 2x5 7x15; widths up to 7 are decided, and every larger rectangle ...>
    >>> found = rectangles("X5")
    >>> found.rectifiable, found.quadrant, found.because
    (False, False, 'no corner can be filled (proven at depth 2 with 1 state)')
    >>> found = rectangles("L4")
    >>> rectangles("L4", max_width=1, known=found.primes.values()).complete
    True
    >>> rectangles("I3", "L3", both=True)
    <JointRectangles of I3 and L3: 2x6 3x3; widths up to 3 are decided, and every larger rectangle ...>
    """  # noqa: E501
    from tilewright.model.piece import listed_pieces
    from tilewright.shapes.rectangles.rectangle_search import JointSearch, RectangleSearch

    named = listed_pieces((piece, *others))
    if both:
        if tuple(known):
            raise RequestError(
                "known tilings are supported for a single piece only, not with both=True",
                where="known",
            )
        return ask(JointSearch(named, turn, max_width, effort))
    if len(named) != 1:
        raise RequestError(
            f"expected one piece, got {len(named)}; for rectangles that use every piece, pass "
            "both=True",
            where="both",
        )
    return ask(RectangleSearch(named[0], turn, max_width, effort, known))


@limited
def boxes(
    piece: PieceLike,
    *,
    turn: Turn | None = None,
    sides: int | None = None,
    effort: Effort | None = None,
    **limits: Unpack[ProgressLimits],
) -> Boxes:
    """Find the prime boxes of a solid piece. A box is prime if no straight cut divides it into two
    boxes that the piece fills.

    Parameters
    ----------
    piece : Piece, str or array
        A piece made of cubes. A flat piece is treated as a solid piece that is one cube thick. The
        number of copies of the piece is ignored.
    turn : {"free", "one-sided"}, optional
        Which rotations and reflections of the piece are allowed; the default for cubes is
        one-sided.
    sides : int, optional
        Decide all boxes in which two sides are at most this long. By default, continue until the
        bars have too many states.
    effort : Effort, optional
        The amount of work to do before giving up on a complete list.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`. When the time limit is reached, the results so far are
        returned.

    Returns
    -------
    Boxes
        The prime boxes with two sides up to a certain length. The list is complete only if the
        piece provably fills no box.

    Raises
    ------
    PieceError
        If ``piece`` is not a single piece of cubes, or has marks.
    RequestError
        If an option is out of range.

    Notes
    -----
    A bar is treated as a strip whose rows are the cross sections of the bar, so the methods for
    strips apply. Boxes with only undecided cross sections are searched one by one, smallest first,
    until the orders are proven.

    References
    ----------
    D. A. Klarner, *Packing a rectangle with congruent N-ominoes*, Journal of Combinatorial Theory
    7, 1969. M. Reid, *Klarner systems and tiling boxes with polyominoes*, Journal of Combinatorial
    Theory A 111, 2005.

    Examples
    --------
    >>> found = boxes("S4", sides=3)
    >>> found.order, list(found.primes), found.sides
    (6, [(2, 3, 4)], 3)
    >>> (3, 4, 4) in found, (3, 3, 4) in found
    (True, False)
    >>> boxes("X5").because
    'no corner can be filled (proven at depth 2x2 with 1 state)'
    """
    from tilewright.shapes.rectangles.box_search import BoxSearch

    return ask(BoxSearch(piece, turn, sides, effort))
