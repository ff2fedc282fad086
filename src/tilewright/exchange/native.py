"""tilewright's own formats: puzzle files, JSON, boards, pieces, tilings and tables."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from tilewright.errors import FormatError, RequestError, TilingError
from tilewright.exchange.format import EVERYTHING, Entry, Format, decoded, parsed_json
from tilewright.exchange.piece_sets import FIRST, listed_words, piece_set_text, read_piece_set
from tilewright.puzzle import (
    Puzzle,
    is_listed_apart,
    puzzle_from_json,
    puzzle_json,
    puzzle_text,
    read_puzzle_text,
)
from tilewright.system.arguments import format_value
from tilewright.system.text import is_drawing
from tilewright.values.board import Board
from tilewright.values.piece import parse_pieces
from tilewright.values.problem import Problem
from tilewright.values.tiling import Tiling


def _read_puzzle(stream: IO[bytes], where: str) -> list[Entry]:
    return [Entry.of(read_puzzle_text(decoded(stream, where, "a puzzle file"), where))]


def _write_puzzle(entries: list[Entry], options: Mapping[str, Any]) -> str:
    entry = entries[0]
    assert entry.problem is not None
    title = " ".join(entry.name.split())
    return puzzle_text(entry.puzzle or Puzzle.of(entry.problem, title=title)) + "\n"


def _read_board(stream: IO[bytes], where: str) -> list[Entry]:
    return [Entry(board=Board.read(stream))]


def _write_board(entries: list[Entry], options: Mapping[str, Any]) -> str:
    entry = entries[0]
    board = entry.problem.board if entry.problem is not None else entry.board
    assert board is not None
    return board.text() + "\n"


def _read_pieces(stream: IO[bytes], where: str) -> list[Entry]:
    text = decoded(stream, where, "a list of pieces")
    if text.startswith(FIRST):
        return [Entry(pieces=read_piece_set(text, where))]
    words = listed_words(text, where)
    return [Entry(pieces=tuple(piece for word in words for piece in parse_pieces(word)))]


def _write_pieces(entries: list[Entry], options: Mapping[str, Any]) -> str:
    pieces = [piece for entry in entries for piece in entry.all_pieces()]
    if any(
        piece.color is not None or piece.name != piece.base().partition("@")[0] for piece in pieces
    ):
        return piece_set_text(pieces)
    return "".join(f"{piece.word()}\n" for piece in pieces)


def _read_tiling(stream: IO[bytes], where: str) -> list[Entry]:
    text = decoded(stream, where, "a tiling")
    try:
        return [Entry(tilings=tuple(Tiling.from_text(part) for part in drawings(text)))]
    except TilingError as error:
        place = where if error.where is None else f"{where}, {error.where}"
        raise TilingError(error.message, where=place) from None


def drawings(text: str) -> list[str]:
    """Split a text into drawings: one, or those after ``1:``, ``2:``, … as ``solve --all`` prints
    them.
    """
    parts = re.split(r"^[0-9]+:[ \t]*$", text, flags=re.MULTILINE)
    return parts[1:] if len(parts) > 1 and not parts[0].strip() else [text]


def _write_tiling(entries: list[Entry], options: Mapping[str, Any]) -> str:
    tilings = [tiling.text() for entry in entries for tiling in entry.tilings]
    if len(tilings) == 1:
        return tilings[0] + "\n"
    return "".join(f"{number}:\n{text}\n" for number, text in enumerate(tilings, start=1))


def _read_problem(stream: IO[bytes], where: str) -> list[Entry]:
    data = parsed_json(decoded(stream, where, "a problem in JSON"), where)
    try:
        return [*map(_entry_of, data["puzzles"] if _lists_puzzles(data) else [data])]
    except RequestError as error:
        raise FormatError(str(error), where=where) from None


def _lists_puzzles(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("puzzles"), list)


def _entry_of(data: Any) -> Entry:
    if isinstance(data, dict) and "kind" in data:
        return Entry.of(puzzle_from_json(data))
    title = data.get("title", "") if isinstance(data, dict) else ""
    return Entry(problem=Problem.from_json(data), name=title if isinstance(title, str) else "")


def _write_problem(entries: list[Entry], options: Mapping[str, Any]) -> str:
    listed = [*map(_values_of, entries)]
    data = listed[0] if len(listed) == 1 else {"puzzles": listed}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _values_of(entry: Entry) -> dict[str, Any]:
    if entry.puzzle is not None:
        return puzzle_json(entry.puzzle)
    assert entry.problem is not None
    title = {"title": entry.name} if entry.name else {}
    return {**entry.problem.to_json(), **title}


def _read_tilings(stream: IO[bytes], where: str) -> list[Entry]:
    text = decoded(stream, where, "tilings in JSON")
    try:
        return [Entry(tilings=tuple(Tiling.from_json(value) for value in tiling_values(text)))]
    except (ValueError, RecursionError) as error:
        if isinstance(error, TilingError):
            raise TilingError(error.message, where=where) from None
        raise TilingError(f"invalid JSON: {error}", where=where) from None


def _write_tilings(entries: list[Entry], options: Mapping[str, Any]) -> str:
    return "".join(
        json.dumps(tiling.to_json()) + "\n" for entry in entries for tiling in entry.tilings
    )


def tiling_values(text: str) -> list[Any]:
    """Return the JSON of each tiling in a text: one value, an object with several, or one value per
    line.

    In a certificate of rectangles or boxes, these are the tilings it claims.
    """
    try:
        values = [json.loads(text)]
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            raise
        values = [json.loads(line) for line in text.splitlines() if line.strip()]
    found: list[Any] = []
    for value in values:
        if isinstance(value, dict) and "tilings" in value:
            if not isinstance(value["tilings"], list):
                raise TilingError(f"'tilings' must be a list, got {format_value(value['tilings'])}")
            found += value["tilings"]
        elif isinstance(value, dict) and "claim" in value:
            if value["claim"] in _CLAIMED:
                found.append({**value, "lattice": _CLAIMED[value["claim"]]})
        else:
            found.append({"labels": value} if isinstance(value, list) else value)
    return found


#: Claims of certificates that are tilings, and their lattices.
_CLAIMED = {"tiling": "square", "filling": "cube"}


def _is_tiling(text: str) -> bool:
    """Return True if a text is a box drawing, or rows of letters without cells of a board."""
    if text.startswith(FIRST):
        return False
    if is_drawing(text) or re.match(r"[0-9]+:\s*\n", text):
        return True
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(rows) and "#" not in text and all(re.fullmatch(r"[\w.? ]+", row) for row in rows)


def _is_board(text: str) -> bool:
    return "#" in text and all(re.fullmatch(r"[\w.?# ]*", line) for line in text.splitlines())


def _said_by_puzzle(problem: Problem) -> frozenset[str]:
    says = EVERYTHING - {"names", "colors"} | {"name", "kind"}
    return says if is_listed_apart(problem) else says - {"apart"}


PUZZLE = Format(
    name="puzzle",
    title="a puzzle file of tilewright",
    endings=(".txt",),
    holds=("problem",),
    says=_said_by_puzzle,
    lattices=None,
    recognizes=lambda text: text.startswith("tilewright puzzle"),
    read=_read_puzzle,
    write=_write_puzzle,
)
PROBLEM = Format(
    name="json",
    title="a problem in tilewright's JSON",
    endings=(".json",),
    holds=("problem",),
    says=EVERYTHING | {"name", "kind"},
    lattices=None,
    recognizes=lambda text: (
        text.lstrip().startswith("{") and '"board"' in text and '"grid"' not in text
    ),
    read=_read_problem,
    write=_write_problem,
    many=True,
)
TILINGS = Format(
    name="tilings",
    title="tilings in JSON, one per line or as --json prints them",
    endings=(".jsonl", ".json"),
    holds=("tilings",),
    recognizes=lambda text: text.lstrip()[:1] in ("{", "[") and '"grid"' not in text,
    read=_read_tilings,
    write=_write_tilings,
)
TILING = Format(
    name="tiling",
    title="a tiling: a character for each cell, or the box drawing that solve prints",
    endings=(".txt",),
    holds=("tilings",),
    recognizes=_is_tiling,
    read=_read_tiling,
    write=_write_tiling,
)
BOARD = Format(
    name="board",
    title="the drawing of a board: # cell, . none, ? may stay empty, letters for marks",
    endings=(".txt",),
    holds=("board",),
    lattices=None,
    recognizes=_is_board,
    read=_read_board,
    write=_write_board,
)
PIECES = Format(
    name="pieces",
    title="pieces: words of the command, drawings with empty lines between them, or drawings with "
    "names and colors",
    endings=(".pieces", ".txt"),
    holds=("pieces",),
    recognizes=lambda text: text.startswith(FIRST),
    read=_read_pieces,
    write=_write_pieces,
)


def _read_table(stream: IO[bytes], where: str) -> list[Entry]:
    from tilewright.exchange.tables import TilingTable

    table = TilingTable(where)
    return [Entry(tilings=tuple(table.listed()))]


def _write_table(entries: list[Entry], options: Mapping[str, Any]) -> bytes:
    import io

    from tilewright.exchange.tables import arrow, table

    stream = io.BytesIO()
    rows = table(tiling for entry in entries for tiling in entry.tilings)
    arrow().parquet.write_table(rows, stream, compression="zstd")
    return stream.getvalue()


TABLE = Format(
    name="parquet",
    title="a table of tilings (Parquet)",
    endings=(".parquet",),
    holds=("tilings",),
    recognizes=lambda text: text.startswith("PAR1"),
    read=_read_table,
    write=_write_table,
)
