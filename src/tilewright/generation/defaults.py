"""Defaults: what a puzzle is made of, and how its pieces turn, where nothing else is said."""

from __future__ import annotations

from tilewright.board import Board
from tilewright.errors import RequestError
from tilewright.lattices.symmetry import Turn
from tilewright.problem import Problem
from tilewright.puzzle import KIND_OF, Kind

__all__ = ["default_pieces", "default_turn"]


def default_turn(kind: Kind, board: Board) -> Turn:
    """Return how pieces turn in a puzzle of a kind on a board, where nothing else is said.

    As the kind has it; but solid pieces cannot be mirrored, and where what goes round comes back as its mirror image,
    pieces may be flipped over.

    Examples
    --------
    >>> [default_turn("given", Board.parse(word)) for word in ("6x10", "cube:3x3x3")]
    ['free', 'one-sided']
    >>> [default_turn("sigil", Board.parse(word)) for word in ("4x5", "torus:4x5", "klein:4x5")]
    ['one-sided', 'one-sided', 'free']
    """
    if board.surface.glide is not None:
        return "free"
    own = KIND_OF[kind].turn
    return board.lattice.turn if own == "free" else own


def default_pieces(kind: Kind, board: Board) -> tuple[str, ...]:
    """Return words of the pieces that a puzzle of a kind is made of on a board, where nothing else is said.

    Of the lists that there are for its lattice it is the first whose pieces can have as many cells in all; the first of all if
    there is none.

    Raises
    ------
    RequestError
        If there are none for its lattice.

    Examples
    --------
    >>> default_pieces("sigil", Board.parse("4x5"))
    ('tetrominoes',)
    >>> [default_pieces("given", Board.parse(word))[0] for word in ("cube:3x3x3", "cube:3x4x5", "hex:4x7")]
    ['soma=0..1', 'pentominoes=0..1', 'tetrahexes=0..1']
    """
    from tilewright.generation.kinds.patterns import any_number
    from tilewright.proof import area_reason

    about = KIND_OF[kind]
    offer = about.offer(board.lattice.name, joined=board.surface.joined)
    if offer is None:
        raise RequestError(
            f"which pieces? None are known for this kind of puzzle ({kind}) on {board.lattice.cells}",
            where="PIECES",
        )
    turn = default_turn(kind, board)
    for words in offer.pieces:
        pieces = Problem(board, *words, turn=turn).pieces
        drawn = pieces if any(piece.least != piece.most for piece in pieces) else any_number(pieces, turn)
        if not area_reason(Problem(board, *drawn, turn=turn, empty=(about.empty, about.empty))):
            return words
    return offer.pieces[0]
