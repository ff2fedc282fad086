"""Answers that come with tilewright, so that the page waits for no kernel: the gallery, the named
puzzles, and the puzzles of days.

They were computed once, by ``python -m tilewright.apps.site.shipped``. A page asks a server for the
same files as a static site.
"""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

from tilewright.model.puzzle.days import DAYS as DAYS
from tilewright.model.puzzle.days import days as days
from tilewright.model.puzzle.ids import looks_short

_DATA = resources.files("tilewright.data")
#: A line for each file: its path, a tab, and its JSON.
ANSWERS = Path(str(_DATA.joinpath("answers.tsv.gz")))
#: A line for each small polyomino: its drawing, its number of cells, and the answers for each turn.
PLANE = Path(str(_DATA.joinpath("plane.tsv")))

#: A puzzle of a day, as far as a browser cannot find it out: its titles, ID and grade. The ID says
#: the whole puzzle, so it stays readable whatever later versions of the generator make.
Short: TypeAlias = dict[str, Any]


@functools.cache
def answers() -> dict[str, str]:
    """Return the lists of named puzzles and of kinds, and the sheet of each named puzzle: JSON by
    the path of its file.
    """
    lines = gzip.decompress(ANSWERS.read_bytes()).decode().splitlines()
    return {path: text for path, _, text in (line.partition("\t") for line in lines)}


@functools.cache
def exercises() -> dict[str, list[str]]:
    """Return the IDs of the five boards that teach each kind of puzzle, and cubes, from easy to
    hard.
    """
    text = _DATA.joinpath("learn.json").read_text(encoding="utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def sheet_path(name: str) -> str:
    """Return the path of the file with the sheet of a named puzzle."""
    return f"api/puzzle/{name.replace(':', '.')}.json"


def digest(name: str) -> str:
    """Return the 32-bit FNV-1a hash of an ID in hexadecimal, by which a long ID is found among
    those of days.
    """
    value = 0x811C9DC5
    for letter in name.encode():
        value = (value ^ letter) * 0x01000193 & 0xFFFFFFFF
    return f"{value:08x}"


def day_files(puzzles: Mapping[str, list[Short]]) -> dict[str, str]:
    """Return the files of days, by their paths: one for each month, and two that say on which day a
    puzzle is.

    One has the short IDs, the other the digests of the long ones.
    """
    months: dict[str, dict[str, list[Short]]] = {}
    ids: dict[str, str] = {}
    whole: dict[str, list[str]] = {}
    for day, day_puzzles in sorted(puzzles.items()):
        months.setdefault(day[:7], {})[day] = day_puzzles
        for puzzle in day_puzzles:
            if looks_short(puzzle["id"].removeprefix("id:")):
                ids[puzzle["id"]] = day
            else:
                whole.setdefault(digest(puzzle["id"]), []).append(day)
    files = {f"api/daily/{month}.json": json_text(by_day) for month, by_day in months.items()}
    return {**files, "api/ids.json": json_text(ids), "api/whole.json": json_text(whole)}


def read_plane(path: Path = PLANE) -> dict[int, dict[str, list[dict[str, Any] | int]]]:
    """Return how small pieces tile the plane, by the number of their cells, then by their
    drawings.
    """
    table: dict[int, dict[str, list[dict[str, Any] | int]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        piece, size, text = line.split("\t")
        table.setdefault(int(size), {})[piece] = json.loads(text)
    return table


def plane_files() -> dict[str, str]:
    """Return a file for each number of cells, by its path, with how the pieces of that size tile
    the plane.
    """
    return {f"api/plane/{size}.json": json_text(pieces) for size, pieces in read_plane().items()}


def json_text(value: Any) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
