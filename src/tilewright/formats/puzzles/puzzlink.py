"""Links of puzz.link, one per line (see `tilewright.model.puzzle.links`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.errors import FormatError
from tilewright.formats.format import Entry, Format, text_reader
from tilewright.model.puzzle import Puzzle, is_link, puzzle_link, read_link


def _read_links(text: str) -> list[Entry]:
    links = [line for line in text.splitlines() if line.strip()]
    if not links:
        raise FormatError("the file contains no links")
    return [Entry.of(read_link(link)) for link in links]


def _write_links(entries: list[Entry], _: Mapping[str, Any]) -> str:
    puzzles = [
        entry.puzzle or Puzzle.of(problem)
        for entry in entries
        if (problem := entry.problem) is not None
    ]
    return "".join(f"{puzzle_link(puzzle)}\n" for puzzle in puzzles)


PUZZLINK = Format(
    name="puzzlink",
    title="links of puzz.link, one per line",
    endings=(".links",),
    holds=("problem",),
    says=frozenset({"ranges", "marks", "rules", "kind"}),
    recognizes=lambda text: is_link(text.partition("\n")[0]),
    read=text_reader("a link", _read_links),
    write=_write_links,
    many=True,
)
