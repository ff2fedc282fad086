"""The pieces of a problem, from strings and values, with equal pieces merged."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from tilewright.errors import PieceError, ProblemError, RequestError, quoted
from tilewright.model.alternatives import sharing_rules
from tilewright.model.piece import (
    Alternatives,
    Piece,
    PieceLike,
    add_mosts,
    images,
    letters_hint,
    listed_pieces,
    parse_pieces,
    split_word,
)
from tilewright.model.rules.rule_types import Tiles
from tilewright.model.space.lattice import Lattice, Turn


class DistinctPieces(NamedTuple):
    """Merged pieces, the pieces that were merged into each, and equal pieces that were passed as
    values.
    """

    pieces: tuple[Piece, ...] = ()
    parts: tuple[tuple[Piece, ...], ...] = ()
    alike: tuple[tuple[Piece, ...], ...] = ()
    #: What the numbers of tiles of pieces that are alternatives have to be.
    rules: tuple[Tiles, ...] = ()


def merge_pieces(
    arguments: Sequence[PieceLike | Alternatives], turn: Turn, lattice: Lattice, marks: Set[str]
) -> tuple[DistinctPieces, list[RequestError]]:
    """Return the pieces of a problem, and the faults of the given strings and values. Pieces of
    another problem are not changed.

    A string of `marks` that does not name a piece is a row of marks.
    """
    if len(arguments) == 1 and isinstance(arguments[0], DistinctPieces):
        return arguments[0], []
    entries: list[_Entry] = []
    alternatives: list[Alternatives] = []
    errors: list[RequestError] = []
    for number, piece in enumerate(arguments):
        try:
            named_entries = _read_argument(piece, turn, lattice, marks, alternatives)
            total = sum(len(entry.pieces) for entry in named_entries)
            entries.extend(entry._replace(of_list=number, in_list=total) for entry in named_entries)
        except RequestError as error:
            errors.append(error)
    if errors:
        words = [
            item
            for piece in arguments
            if isinstance(piece, str | list | tuple)
            for item in _words(piece)
        ]
        if hint := letters_hint(words):
            errors = [error for error in errors if error.message.find("unknown piece") < 0]
            errors.append(PieceError(hint))
    try:
        merged = _merge(entries, turn)
        if alternatives and not errors:
            merged = _with_alternatives(merged, alternatives, turn)
        return merged, errors
    except RequestError as error:
        return DistinctPieces(), [*errors, error]


class _Entry(NamedTuple):
    """The pieces that one string names, or a piece that is passed as a value (without a string)."""

    pieces: Sequence[Piece]
    word: str = ""
    #: Whether the word gives the number of copies.
    sets_copies: bool = False
    #: The number of the argument in which it is given, and how many pieces this argument names.
    of_list: int = -1
    in_list: int = 0
    #: Whether it is one of several alternatives, whose copies add to those of equal pieces.
    shared: bool = False

    def adds_to(self, earlier: _Entry, *, other: bool) -> bool:
        """Whether copies are added, including those of pieces with `other` names, such as L4 and
        J4.
        """
        plain = not (self.sets_copies or earlier.sets_copies) or self.shared or earlier.shared
        return (
            self is earlier
            or plain
            or not self.word
            or (other and len(self.pieces) == len(earlier.pieces))
        )

    def sets_those_of(self, earlier: _Entry) -> bool:
        """Whether the string sets the copies of a piece from a larger set or list."""
        same = self.of_list == earlier.of_list
        return (
            self.sets_copies
            and not earlier.shared
            and len(self.pieces) < (len(earlier.pieces) if same else earlier.in_list)
        )


def _with_alternatives(
    merged: DistinctPieces, alternatives: Sequence[Alternatives], turn: Turn
) -> DistinctPieces:
    """Return merged pieces with the rules of alternatives, whose copies are not distinguished."""
    rules = tuple(sharing_rules(merged.pieces, alternatives, turn))
    return DistinctPieces(merged.pieces, tuple((piece,) for piece in merged.pieces), (), rules)


def _read_argument(
    argument: PieceLike | Alternatives,
    turn: Turn,
    lattice: Lattice,
    marks: Set[str],
    alternatives: list[Alternatives],
) -> list[_Entry]:
    """Return the pieces of an argument (see `listed_pieces`), including alternatives."""
    entries = []
    for item in [argument] if isinstance(argument, Alternatives) else listed_pieces(argument):
        value = item
        if isinstance(item, str) and "|" in item:
            value = Alternatives.parse(item, turn, lattice)
        if isinstance(value, Alternatives):
            pieces = [piece.among(lattice) for piece in value.pieces]
            # Those that look the same are one, with the name of the first.
            looks: dict[frozenset[bytes], Piece] = {}
            for look, piece in zip(images(pieces, turn), pieces, strict=True):
                looks.setdefault(look, piece)
            distinct = replace(value, pieces=tuple(looks.values()))
            if len(looks) > 1:
                alternatives.append(distinct)
                entries += [_Entry((piece,), shared=True) for piece in distinct.as_pieces()]
            else:
                entries.append(
                    _Entry((replace(pieces[0], least=distinct.least, most=distinct.most),))
                )
        elif isinstance(item, str):
            base, turn_word, copies = split_word(item)
            try:
                pieces_of_word = parse_pieces(item, turn, lattice)
            except PieceError:
                if len(base) < 2 or not {*base} <= marks:
                    raise
                pieces_of_word = parse_pieces(f"{base}/{turn_word}{copies}", turn, lattice)
            if "\n" in item and (
                both := next((x.name for x in pieces_of_word if x.name in marks), "")
            ):
                raise PieceError(
                    f"the letter {both} is ambiguous: it could be a piece or a mark; to draw "
                    "marks, "
                    f"write a slash after each row, as in {both}/{both * 2}, and draw other "
                    "cells as #"
                )
            entries.append(_Entry(pieces_of_word, item, bool(copies)))
        elif isinstance(item, Piece):
            entries.append(_Entry((item.among(lattice),)))
    for entry in entries:
        for piece in entry.pieces:
            if piece.lattice is not lattice:
                raise ProblemError(
                    f"the board is made of {lattice.cells}, but the piece {piece.name} is made of "
                    f"{piece.lattice.cells}",
                    where=entry.word or "pieces",
                )
    return entries


def _words(argument: PieceLike) -> list[str]:
    """Return the strings among the pieces of an argument; empty if they cannot be parsed."""
    try:
        return [item for item in listed_pieces(argument) if isinstance(item, str)]
    except RequestError:
        return []


def _merge(entries: Sequence[_Entry], turn: Turn) -> DistinctPieces:
    """Merge equal pieces. Their copies are added, or a string sets the copies of a piece from a
    larger set.
    """
    looks = iter(images([piece for entry in entries for piece in entry.pieces], turn))
    merged: dict[frozenset[bytes], Piece] = {}
    #: What named each piece last.
    namers: dict[frozenset[bytes], _Entry] = {}
    parts: dict[frozenset[bytes], list[Piece]] = {}
    alike: dict[frozenset[bytes], list[Piece]] = {}
    for entry in entries:
        for piece, look in zip(entry.pieces, looks, strict=False):
            earlier, namer = merged.get(look), namers.get(look)
            if not entry.word:
                alike.setdefault(look, []).append(piece)
            if earlier is None or namer is None:
                merged[look] = piece
                parts[look] = [piece]
            elif entry.sets_those_of(namer):
                merged[look] = replace(earlier, least=piece.least, most=piece.most)
                parts[look] = [merged[look]]
            elif entry.adds_to(namer, other=piece.name != earlier.name):
                most = add_mosts((earlier.most, piece.most))
                merged[look] = replace(earlier, least=earlier.least + piece.least, most=most)
                parts[look].append(piece)
            else:
                raise PieceError(_ambiguous_copies(earlier.name, namer, entry))
            namers[look] = entry
    return DistinctPieces(
        tuple(merged.values()),
        tuple(map(tuple, parts.values())),
        tuple(tuple(pieces) for pieces in alike.values() if len(pieces) > 1),
    )


def _ambiguous_copies(name: str, earlier: _Entry, later: _Entry) -> str:
    """Return the fault that two strings name a piece and the number of copies is ambiguous."""
    message = f"{quoted(earlier.word or name)} and {quoted(later.word)} both name {name}"
    if earlier.sets_copies and len(earlier.pieces) < len(later.pieces):
        return f"{message}; write the set first: {later.word} {earlier.word}"
    return f"{message}; list this piece once, with its number of copies"
