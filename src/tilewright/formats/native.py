"""tilewright's own formats: puzzle files, JSON, boards, pieces, tilings and tables."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import TilingError
from tilewright.formats.format import (
    EVERYTHING,
    Entry,
    Format,
    at,
    decoded,
    json_reader,
    text_reader,
)
from tilewright.formats.piece_sets import FIRST, is_named, piece_set_text, read_piece_text
from tilewright.model.board import Board, read_space
from tilewright.model.piece import Piece, parse_pieces
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    Puzzle,
    is_listed_apart,
    puzzle_from_json,
    puzzle_json,
    puzzle_text,
    read_puzzle_text,
)
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.line_drawing import drawings, is_drawing
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import format_value


def parse_tilings(
    text: str, where: str, mask: NDArray[np.bool_] | Board | None = None
) -> list[Tiling]:
    """Return the tilings in a text: drawings, letters, or JSON as the command prints it."""
    if where.lower().endswith(".jsonl") and not text.strip():
        # A search that found nothing writes no line.
        return []
    with at(where, TilingError):
        if not text.lstrip().startswith(("{", "[")):
            return text_tilings(text, mask)
        try:
            return [Tiling.from_json(value) for value in tiling_values(text)]
        except TilingError:
            raise
        except (ValueError, RecursionError) as error:
            raise TilingError(f"invalid JSON: {error}") from None


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
    return [tiling for value in values for tiling in _tilings_in(value)]


def _tilings_in(value: Any) -> list[Any]:
    """Return the tilings of an answer in JSON."""
    if isinstance(value, list) and not (value and all(isinstance(item, dict) for item in value)):
        return [{"labels": value}]
    if isinstance(value, list):
        return [tiling for item in value for tiling in _tilings_in(item)]
    if isinstance(value, dict) and "claim" in value:
        claimed = _CLAIMED.get(value["claim"])
        return [] if claimed is None else [{**value, "lattice": claimed}]
    if not isinstance(value, dict) or "labels" in value:
        return [value]
    if "tilings" in value:
        if not isinstance(value["tilings"], list):
            raise TilingError(f"'tilings' must be a list, got {format_value(value['tilings'])}")
        return value["tilings"]
    within = [item for name in _WITHIN if value.get(name) for item in _tilings_in(value[name])]
    return within or [value]


#: Where answers have tilings: `figure`, `make`, and `count --cost`.
_WITHIN = ("figures", "puzzles", "solution", "tiling")
#: Claims of certificates that are tilings, and their lattices.
_CLAIMED = {"tiling": "square", "filling": "cube"}


def tilings_text(tilings: Sequence[Tiling], drawn: Sequence[str] = ()) -> str:
    """Return tilings as a text that `text_tilings` reads: as letters, or as they are drawn if the
    drawings are read as these tilings. Several are numbered.
    """
    if drawn:
        text = _number_texts(drawn)
        try:
            if list(map(_without_marks, text_tilings(text))) == list(map(_without_marks, tilings)):
                return text
        except TilingError:
            pass
    return _number_texts([tiling.text() for tiling in tilings])


def _without_marks(tiling: Tiling) -> Tiling:
    """Return what a text says of a tiling: not the marks."""
    return Tiling(tiling.labels, lattice=tiling.lattice, surface=tiling.surface)


def _number_texts(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return f"{texts[0]}\n"
    return "".join(f"{number}:\n{text}\n" for number, text in enumerate(texts, start=1))


def text_tilings(text: str, board: Board | NDArray[np.bool_] | None = None) -> list[Tiling]:
    """Return the tilings in a text of letters or drawings (see `Tiling.from_text`): one, or several
    that stand below ``1:``, ``2:``, … or have the size of the board.

    Raises
    ------
    TilingError
        If there are several ways to read the text, or none.
    """
    if not is_drawing(text) and re.search(r"[╱╲/\\]", text):
        raise TilingError("this picture cannot be read as a tiling", advice=_SAVED)
    tilings = []
    for part in _split_tilings(text, board):
        tiling = Tiling.from_text(part, board)
        if board is None and is_drawing(part) and (tiling.labels == OUTSIDE).all(axis=0).any():
            raise TilingError(
                "the drawing contains several boards side by side, such as the layers of cubes",
                advice=f"specify the board, or use another format: {_SAVED}",
            )
        tilings.append(tiling)
    return tilings


#: What can be read of tilings that a picture does not show.
_SAVED = "-o FILE.txt and -o FILE.jsonl save tilings that can be read back"
_NUMBER = re.compile(r"^[0-9]+:[ \t]*$", re.MULTILINE)
_BLANK = re.compile(r"\n(?:[^\S\n]*\n)+")


def _split_tilings(text: str, board: Board | NDArray[np.bool_] | None) -> list[str]:
    """Return the texts of the tilings in a text."""
    numbered = _NUMBER.split(text)
    if len(numbered) > 1 and not numbered[0].strip():
        return numbered[1:]
    parts = drawings(text) if is_drawing(text) else [text.strip("\n")]
    return [drawing for part in parts for drawing in _split_at_blanks(part, board)]


def _split_at_blanks(text: str, board: Board | NDArray[np.bool_] | None) -> list[str]:
    """Return the tilings that blank lines part, if these are not layers or rows of one."""
    blocks = [block for block in _BLANK.split(text) if block.strip()]
    if len(blocks) < 2:
        return blocks or [text]
    try:
        whole = Tiling.from_text(text, board)
    except TilingError:
        whole = None
    if board is not None:
        shape = board.shape
        if whole is not None and whole.shape == shape:
            return [text]
        layers = shape[0] if len(shape) == 3 else 1
        return [
            "\n\n".join(blocks[first : first + layers]) for first in range(0, len(blocks), layers)
        ]
    if whole is not None and (whole.lattice.dimension == 3 or whole.surface.joined):
        return [text]
    raise TilingError(
        "blank lines are ambiguous: they can separate tilings, layers or rows; write 1:, 2: "
        "above each tiling, or `cube` above the layers",
    )


def has_drawn_tilings(text: str) -> bool:
    """Return True if a text has a drawing with lines or a numbered tiling, and so no pieces."""
    return is_drawing(text) or re.match(r"\s*[0-9]+:[ \t]*\n", text) is not None


def _tilings_of(entries: Iterable[Entry]) -> list[Tiling]:
    return [tiling for entry in entries for tiling in entry.tilings]


def _read_puzzle(stream: IO[bytes], where: str) -> list[Entry]:
    return [Entry.of(read_puzzle_text(decoded(stream, where, "a puzzle file"), where))]


def _write_puzzle(entries: list[Entry], _: Mapping[str, Any]) -> str:
    entry = entries[0]
    assert entry.problem is not None
    title = " ".join(entry.name.split())
    return puzzle_text(entry.puzzle or Puzzle.of(entry.problem, title=title)) + "\n"


def _list_features_of_puzzle(problem: Problem) -> frozenset[str]:
    says = EVERYTHING - {"names", "colors"} | {"name", "kind"}
    return says if is_listed_apart(problem) else says - {"apart"}


PUZZLE = Format(
    name="puzzle",
    title="a tilewright puzzle file",
    endings=(".txt",),
    holds=("problem",),
    says=_list_features_of_puzzle,
    lattices=None,
    recognizes=lambda text: text.startswith("tilewright puzzle"),
    read=_read_puzzle,
    write=_write_puzzle,
)


def _read_problems(data: Any) -> list[Entry]:
    several = isinstance(data, dict) and isinstance(data.get("puzzles"), list)
    return [*map(_read_entry, data["puzzles"] if several else [data])]


def _read_entry(data: Any) -> Entry:
    if isinstance(data, dict) and "kind" in data:
        return Entry.of(puzzle_from_json(data))
    problem = Problem.from_json(data)
    # The answers of solve, nth and sample, and of count --cost.
    if isinstance(data.get("tilings"), list) or isinstance(data.get("tiling"), dict):
        tilings = tuple(map(Tiling.from_json, _tilings_in(data)))
        return Entry(problem=problem, tilings=tilings, main="tilings" if tilings else None)
    title = data.get("title", "")
    return Entry(problem=problem, name=title if isinstance(title, str) else "")


def _write_problems(entries: list[Entry], _: Mapping[str, Any]) -> str:
    values = [*map(_entry_values, entries)]
    data = values[0] if len(values) == 1 else {"puzzles": values}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _entry_values(entry: Entry) -> dict[str, Any]:
    if entry.puzzle is not None:
        return puzzle_json(entry.puzzle)
    assert entry.problem is not None
    return {**entry.problem.to_json(), **({"title": entry.name} if entry.name else {})}


PROBLEM = Format(
    name="json",
    title="a problem in tilewright's JSON format",
    endings=(".json",),
    holds=("problem",),
    says=EVERYTHING | {"name", "kind"},
    lattices=None,
    recognizes=lambda text: (
        text.lstrip().startswith("{") and '"board"' in text and '"grid"' not in text
    ),
    read=json_reader("a problem in JSON", _read_problems),
    write=_write_problems,
    many=True,
)


def _read_tilings(stream: IO[bytes], where: str) -> list[Entry]:
    return [Entry(tilings=tuple(parse_tilings(decoded(stream, where, "a tiling"), where)))]


TILINGS = Format(
    name="tilings",
    title="tilings in JSON, one per line or as printed by --json",
    endings=(".jsonl", ".json"),
    holds=("tilings",),
    lattices=None,
    recognizes=lambda text: text.lstrip()[:1] in ("{", "[") and '"grid"' not in text,
    read=_read_tilings,
    write=lambda entries, _: "".join(
        json.dumps(tiling.to_json()) + "\n" for tiling in _tilings_of(entries)
    ),
)


def _is_tiling(text: str) -> bool:
    """Return True if a text is a box drawing, or rows of letters without cells of a board."""
    if text.startswith(FIRST):
        return False
    if has_drawn_tilings(text):
        return True
    rows = [line.strip() for line in text.splitlines() if line.strip()]
    if len(rows) > 1 and not read_space(f"{rows[0]}:")[2]:
        del rows[0]
    return bool(rows) and "#" not in text and all(re.fullmatch(r"[\w.? ]+", row) for row in rows)


TILING = Format(
    name="tiling",
    title="a tiling: one character for each cell, or the box drawing that solve prints",
    endings=(".txt",),
    holds=("tilings",),
    lattices=None,
    recognizes=_is_tiling,
    read=_read_tilings,
    write=lambda entries, _: tilings_text(_tilings_of(entries)),
)


def _read_table(_: IO[bytes], where: str) -> list[Entry]:
    from tilewright.formats.tables import TilingTable

    return [Entry(tilings=tuple(TilingTable(where).read_all()))]


def _write_table(entries: list[Entry], _: Mapping[str, Any]) -> bytes:
    from tilewright.formats.tables import arrow, table

    stream = io.BytesIO()
    arrow().parquet.write_table(table(_tilings_of(entries)), stream, compression="zstd")
    return stream.getvalue()


TABLE = Format(
    name="parquet",
    title="a table of tilings (Parquet)",
    endings=(".parquet",),
    holds=("tilings",),
    lattices=None,
    recognizes=lambda text: text.startswith("PAR1"),
    read=_read_table,
    write=_write_table,
)


def _write_board(entries: list[Entry], _: Mapping[str, Any]) -> str:
    board = entries[0].the_board()
    assert board is not None
    return board.text() + "\n"


BOARD = Format(
    name="board",
    title="a drawing of a board: # cell, . no cell, ? cell that may stay empty, letters for marks",
    endings=(".txt",),
    holds=("board",),
    lattices=None,
    recognizes=lambda text: (
        "#" in text and all(re.fullmatch(r"[\w.?# ]*", line) for line in text.splitlines())
    ),
    read=lambda stream, _: [Entry(board=Board.read(stream))],
    write=_write_board,
)


def _read_pieces(text: str) -> list[Entry]:
    pieces = [
        (item,) if isinstance(item, Piece) else parse_pieces(item) for item in read_piece_text(text)
    ]
    return [Entry(pieces=tuple(piece for members in pieces for piece in members))]


def _write_pieces(entries: list[Entry], _: Mapping[str, Any]) -> str:
    pieces = [piece for entry in entries for piece in entry.all_pieces()]
    if any(piece.color is not None or is_named(piece) for piece in pieces):
        return piece_set_text(pieces)
    return "".join(f"{piece.word()}\n" for piece in pieces)


PIECES = Format(
    name="pieces",
    title="pieces: as on the command line, as drawings separated by empty lines, or as drawings "
    "with names and colors",
    endings=(".pieces", ".txt"),
    holds=("pieces",),
    recognizes=lambda text: text.startswith(FIRST),
    read=text_reader("a list of pieces", _read_pieces),
    write=_write_pieces,
)
