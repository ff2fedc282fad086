"""Links of puzz.link and Penpa+, one per line (see `tilewright.model.puzzle.links`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.errors import FormatError
from tilewright.formats.format import Entry, Format, Writer, text_reader
from tilewright.model.puzzle import Puzzle, is_link, penpa_link, puzzle_link, read_link


def _read_links(text: str) -> list[Entry]:
    links = [line for line in text.splitlines() if line.strip()]
    if not links:
        raise FormatError("the file contains no links")
    return [Entry.of(read_link(link)) for link in links]


def _links_writer(write: Callable[[Puzzle], str]) -> Writer:
    def write_links(entries: list[Entry], _: Mapping[str, Any]) -> str:
        puzzles = [
            entry.puzzle or Puzzle.of(problem)
            for entry in entries
            if (problem := entry.problem) is not None
        ]
        return "".join(f"{write(puzzle)}\n" for puzzle in puzzles)

    return write_links


def _format(name: str, site: str, write: Callable[[Puzzle], str]) -> Format:
    return Format(
        name=name,
        title=f"links of {site}, one per line",
        endings=(".links",),
        holds=("problem",),
        says=frozenset({"ranges", "marks", "rules", "kind"}),
        recognizes=lambda text: is_link(text.partition("\n")[0]),
        read=text_reader("a link", _read_links),
        write=_links_writer(write),
        many=True,
    )


PUZZLINK = _format("puzzlink", "puzz.link", puzzle_link)
PENPA = _format("penpa", "Penpa+", penpa_link)
