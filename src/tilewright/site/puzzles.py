"""The gallery, the named puzzles, and the puzzles of each day, as the server would answer."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.progress import Progress
from tilewright.puzzle import named_puzzles
from tilewright.puzzle.identity import looks_short
from tilewright.site.files import SiteFiles
from tilewright.web import schema
from tilewright.web.answers import work
from tilewright.web.answers.sheet import cards, daily_requests, daily_sheet, kinds

__all__ = ["add_days", "add_gallery", "shortened"]

#: The values of a sheet that puzzles with the same base share or not; the others decide which sheets have a base in common.
_SHAPE = ("kind", "rows", "columns", "play", "turn")
#: What pieces of the same shape may have of their own.
_OF_PIECE = ("color", "least", "most")
#: Seconds for one puzzle; they take less than one.
_SECONDS = 120.0


def add_gallery(files: SiteFiles) -> None:
    """Add the lists of named puzzles and of kinds, and a sheet for each named puzzle."""
    files.add("api/gallery.json", cards().model_dump_json())
    files.add("api/kinds.json", kinds().model_dump_json())
    for puzzle in named_puzzles():
        files.add(
            f"api/puzzle/{puzzle.name.replace(':', '.')}.json", work.puzzle(puzzle.name).model_dump_json()
        )


def made_on(day: datetime.date) -> list[schema.DailySheet]:
    """Make the puzzles of a day, as the server does."""
    found = []
    for wanted in daily_requests(day).values():
        answer = work.make(**wanted.model_dump(mode="json"), seconds=_SECONDS)
        if answer.puzzle is None:
            raise TilewrightError(f"a puzzle of {day} could not be made: {answer.reason}")
        found.append(daily_sheet(answer.puzzle))
    return found


def add_days(files: SiteFiles, days: Sequence[datetime.date], progress: Callable[[Progress], object]) -> None:
    """Add a file with the puzzles of each month, and one that says on which day a puzzle is."""
    months: dict[str, dict[str, list[schema.DailySheet]]] = {}
    for done, day in enumerate(days):
        progress(Progress(phase="daily puzzles", unit="day", done=done, total=len(days)))
        months.setdefault(f"{day:%Y-%m}", {})[day.isoformat()] = made_on(day)
    ids: dict[str, str] = {}
    for month, found in months.items():
        bases: list[dict[str, Any]] = []
        shapes: list[dict[str, Any]] = []
        shown = {}
        for day_name, sheets in found.items():
            # A browser reads the other IDs by itself.
            ids |= {
                each.puzzle.id: day_name for each in sheets if looks_short(each.puzzle.id.removeprefix("id:"))
            }
            shorts = shortened((each.puzzle for each in sheets), bases, shapes)
            shown[day_name] = [
                {"title": each.title, "doing": each.doing, **short}
                for each, short in zip(sheets, shorts, strict=True)
            ]
        files.add_json(f"api/daily/{month}.json", {"shapes": shapes, "bases": bases, "days": shown})
    files.add_json("api/ids.json", ids)


def shortened(
    sheets: Iterable[schema.Sheet], bases: list[dict[str, Any]], shapes: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return sheets as the number of a base and the values that differ from it; new bases and shapes are added.

    A piece is the number of its shape, its color, and the least and largest number of its copies.
    """
    found = []
    for sheet in sheets:
        # As JSON has it, in which tuples are lists.
        value = json.loads(sheet.model_dump_json())
        value["pieces"] = [_numbered(piece, shapes) for piece in value["pieces"]]
        shape = [value[name] for name in _SHAPE]
        number = next(
            (number for number, base in enumerate(bases) if [base[name] for name in _SHAPE] == shape), None
        )
        if number is None:
            number = len(bases)
            bases.append(value)
        base = bases[number]
        found.append(
            {"of": number, "but": {name: value[name] for name in value if value[name] != base[name]}}
        )
    return found


def _numbered(piece: dict[str, Any], shapes: list[dict[str, Any]]) -> list[Any]:
    """Return the number of a piece's shape, and what else there is of the piece."""
    shape = {name: value for name, value in piece.items() if name not in _OF_PIECE}
    if not any(shape["marks"]):
        # The page knows how many cells have no mark.
        del shape["marks"]
        shape["orientations"] = [
            {name: value for name, value in each.items() if name != "marks"} for each in shape["orientations"]
        ]
    if shape not in shapes:
        shapes.append(shape)
    return [shapes.index(shape), *(piece[name] for name in _OF_PIECE)]
