"""Alternatives: pieces that can be placed as one of several shapes, such as a solid piece that
shows one of several outlines.

Each outline is a piece of the problem. Rules limit the total number of tiles of pieces that share
outlines. Tiles with the same outline are not distinguished, even if several alternatives have this
outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.errors import PieceError
from tilewright.model.piece import Alternatives, Piece, add_mosts, images
from tilewright.model.rules.rule_types import Tiles
from tilewright.model.space.lattice import Turn, connected_parts

#: The most pieces that share outlines with each other: each set of them may need a rule.
_SHARING = 12
#: More tiles than any board has room for.
_MANY = 999_999_999


def sharing_rules(
    pieces: Sequence[Piece], groups: Sequence[Alternatives], turn: Turn
) -> Iterator[Tiles]:
    """Yield the rules about the numbers of tiles of merged pieces, some of which are alternatives.

    Copies of an outline that are listed separately form one more piece, with only this outline.
    As in a flow problem, tiles can be assigned to these pieces if two conditions hold for each set
    of pieces: The tiles of outlines that only they have are not too many. The tiles of outlines
    that one of them has are enough.

    Raises
    ------
    PieceError
        If too many alternatives share outlines.
    """
    # All at once: only keys of one call can be compared.
    looks = iter(images([*pieces, *(piece for group in groups for piece in group.pieces)], turn))
    number = {look: index for index, look in zip(range(len(pieces)), looks, strict=False)}
    owners = [
        (frozenset(number[next(looks)] for _ in group.pieces), group.least, group.most)
        for group in groups
    ]
    for index, piece in enumerate(pieces):
        mosts = [most for outlines, _, most in owners if index in outlines]
        shared = add_mosts(mosts)
        most = piece.most if piece.most is None or shared is None else piece.most - shared
        if mosts and (piece.least or most is None or most > 0):
            owners.append((frozenset([index]), piece.least, most))
    bounds: dict[frozenset[int], tuple[int, int | None]] = {}
    for chosen in _connected_sets([outlines for outlines, _, _ in owners]):
        touched = frozenset[int]().union(*(owners[k][0] for k in chosen))
        others = frozenset[int]().union(
            *(outlines for k, (outlines, _, _) in enumerate(owners) if k not in chosen)
        )
        fewest = sum(owners[k][1] for k in chosen)
        most = add_mosts(owners[k][2] for k in chosen)
        for outlines, low, high in ((touched, fewest, None), (touched - others, 0, most)):
            least, upper = bounds.get(outlines, (0, None))
            highs = [limit for limit in (upper, high) if limit is not None]
            bounds[outlines] = max(least, low), min(highs, default=None)
    for outlines, (least, upper) in bounds.items():
        least_of_pieces = sum(pieces[k].least for k in outlines)
        room = add_mosts(pieces[k].most for k in outlines)
        if least > least_of_pieces or (upper is not None and (room is None or upper < room)):
            top = room if upper is None else upper
            words = tuple(_word(pieces, k) for k in sorted(outlines))
            yield Tiles(least, _MANY if top is None else top, words)


def _word(pieces: Sequence[Piece], number: int) -> str:
    """Return a string that names this piece and no other piece."""
    base = pieces[number].base()
    is_taken = any(k != number and piece.name == base for k, piece in enumerate(pieces))
    return pieces[number].name if is_taken else base


def _connected_sets(outlines: Sequence[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of pieces that are connected by shared outlines, as piece numbers."""
    beside = [
        {k for k, others in enumerate(outlines) if k != number and others & shared}
        for number, shared in enumerate(outlines)
    ]
    parts = connected_parts(range(len(outlines)), lambda number: beside[number])
    if any(len(part) > _SHARING for part in parts):
        raise PieceError(
            "too many pieces have outlines in common with other pieces; at most "
            f"{_SHARING} such pieces are supported"
        )
    seen: set[tuple[int, ...]] = set()
    left: list[tuple[int, ...]] = [(k,) for k in range(len(outlines))]
    while left:
        chosen = left.pop()
        if chosen in seen:
            continue
        seen.add(chosen)
        yield chosen
        near = set().union(*(beside[k] for k in chosen)) - {*chosen}
        left += [tuple(sorted((*chosen, k))) for k in near]
