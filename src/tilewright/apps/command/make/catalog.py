"""``tilewright pieces`` and ``puzzles``: pieces and puzzles with names, and the solutions of each
date of a calendar.
"""

from __future__ import annotations

import shlex
import shutil
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.apps.command.answers import (
    Json,
    check_file,
    deliver,
    keep,
    note,
    note_unwritten,
    print_json,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    OutPath,
    Show,
    ShowPictures,
    ShowText,
    Timeout,
    TurnWord,
    refuse,
)
from tilewright.errors import ProblemError, RequestError
from tilewright.formats.request import read_pieces
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle import (
    Puzzle,
    calendar_date,
    find_calendar,
    named_puzzles,
    puzzles_like,
)
from tilewright.model.puzzle.calendar import MONTHS, WEEKDAYS
from tilewright.model.puzzle.days import day_puzzles, is_day
from tilewright.model.space.catalog import POLYFORMS, SETS
from tilewright.model.space.lattice import SQUARES, Lattice, Turn
from tilewright.model.space.polyform import Polyform
from tilewright.model.space.surface import is_flat_squares
from tilewright.shapes.atlas.shape import symmetry
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from tilewright.drawing import Picture


def pieces(
    *words: str,
    turn: TurnWord = None,
    timeout: Timeout = None,
    out: OutPath = None,
    show: ShowPictures = ShowPictures(),
) -> int:
    """Show pieces and their names.

    Draws each piece with its name and its number of orientations. Without PIECES, lists the
    named families of pieces. With --json, also prints the cells of each orientation, the symmetry
    and the outlines.

    For example:

      tilewright pieces pentominoes
      tilewright pieces tetrominoes --turn one-sided
      tilewright pieces hexominoes -o hexominoes.svg
      tilewright pieces heptiamonds

    Parameters
    ----------
    words
        The pieces: pentominoes, tetromino:LT, X5, '##/.#', …
    out
        Save the picture (.svg .png .pdf .txt).
    """
    nothing = "" if words else "specify pieces, such as `tilewright pieces tetrominoes`"
    refuse(
        (nothing and turn is not None, nothing, "--turn"),
        (nothing and out is not None, nothing, "-o"),
    )
    with CommandWork(show, timeout):
        return _show_pieces(words, turn, out, show)


def _list_families(show: Show) -> int:
    """List the families and sets with names, each with an example."""
    families = [
        (plural, lattice.name, size, f"{singular}:{_first_name(lattice, size)}")
        for lattice, named in POLYFORMS.items()
        for size, (singular, plural) in named.items()
    ]
    sets = [(name, lattice, list(members)) for name, (lattice, members) in SETS.items()]
    keys = ("name", "lattice", "cells", "example")
    lines = [
        f"{plural:<14} {size:>2} cell{'s,' if size > 1 else ', '} such as {example}"
        for plural, _, size, example in families
    ]
    lines += [
        f"{name:<14} {len(members):>2} sets of {lattice.cells}, such as {name}:{members[0]}"
        for name, lattice, members in sets
    ]
    answer = {
        "families": [dict(zip(keys, family, strict=True)) for family in families],
        "sets": [
            {
                "name": name,
                "lattice": lattice.name,
                "members": [f"{name}:{member}" for member in members],
            }
            for name, lattice, members in sets
        ],
    }
    return deliver(show, lambda: answer, "\n".join(lines))


def _first_name(lattice: Lattice, size: int) -> str:
    """Return the name of a family's first polyform: a letter for small ones, else a number."""
    if lattice is SQUARES and size <= 5:
        return "I" if size > 1 else "O"
    return "1"


def _show_pieces(words: tuple[str, ...], turn: Turn | None, out: Path | None, show: Show) -> int:
    """List or draw the named pieces."""
    from tilewright.drawing import draw_pieces

    if not words:
        return _list_families(show)
    named = [*read_pieces(words, turn)]
    lattice = named[0].lattice
    chosen = Problem(
        Board.from_array([[[1]]] if lattice.dimension == 3 else [[1]], lattice), *named, turn=turn
    )
    plain = is_flat_squares(chosen.board)
    turn = chosen.turn
    # Pictures of solid pieces are too large for a terminal.
    listed = lattice.dimension == 3 and out is None and not show.quiet

    def records() -> list[Json]:
        return [
            {
                "name": piece.name,
                "drawing": piece.polyomino.text(),
                "cells": [list(cell) for cell in piece.polyomino.cells],
                "orientations": len(piece.orientations(turn)),
                "images": [
                    [list(cell) for cell in image.cells]
                    for image in piece.polyomino.orientations(piece.turn or turn)
                ],
                "symmetry": symmetry(piece.polyomino)["name"],
                "outlines": _outlines(piece.polyomino),
            }
            for piece in chosen.pieces
        ]

    def lines() -> str:
        return "\n".join(
            f"{piece['name']:<16} {piece['orientations']:>3}  {piece['drawing']}"
            for piece in records()
        )

    def picture() -> Picture:
        # A cell is four characters wide if there is room for words.
        room = 120 if out is not None else shutil.get_terminal_size((121, 24)).columns - 1
        return draw_pieces(chosen.pieces, turn=turn, columns=max(min(room // 4, 30), 1))

    return deliver(
        show,
        lambda: {"turn": turn, **({} if plain else {"lattice": lattice.name}), "pieces": records()},
        lines if listed else "",
        picture=None if listed else picture,
        out=out,
        what=f"picture of {counted(len(chosen.pieces), 'piece')}",
    )


def _outlines(piece: Polyform) -> list[list[list[float]]]:
    """Return the closed paths around the cells of a piece, as corners (x, y) with y downwards; none
    in space.
    """
    lattice = piece.lattice
    if lattice.dimension != 2:
        return []
    sides: dict[tuple[float, ...], list[tuple[float, ...]]] = {}
    for cell in piece.cells:
        corners = [tuple(round(x, 6) for x in corner) for corner in lattice.outline(cell)]
        for start, end in pairwise([*corners, corners[0]]):
            # A side between two cells is that of both, in opposite directions.
            if start in sides.get(end, ()):
                sides[end].remove(start)
            else:
                sides.setdefault(start, []).append(end)
    paths: list[list[list[float]]] = []
    for start, ends in sides.items():
        while ends:
            path, corner = [start], ends.pop()
            while corner != start:
                path.append(corner)
                corner = sides[corner].pop()
            paths.append([list(corner) for corner in path])
    return paths


def puzzles(
    match: str = "",
    /,
    *,
    solutions: bool = False,
    timeout: Timeout = None,
    out: OutPath = None,
    show: ShowText = ShowText(),
) -> int:
    """List the named puzzles.

    Every command accepts the name of a puzzle as BOARD; the puzzle includes its pieces. Calendar
    dates (calendar:10-06, weekday:10-06-tue, calendar:today) are listed only if MATCH starts with
    calendar or weekday. MATCH can be a day (today, tomorrow or day:DATE), or a single puzzle of a
    day, such as day:today/2. With -q, prints the names only: a list for `tilewright print
    --puzzle-list`.

    For example:

      tilewright puzzles
      tilewright puzzles tower
      tilewright puzzles today
      tilewright puzzles talos -q
      tilewright puzzles calendar:10
      tilewright puzzles calendar --solutions
      tilewright puzzles weekday:10 --solutions

    Parameters
    ----------
    match
        List only puzzles whose name or title contains this text. For a day, list its
        puzzles; for a calendar file, list its dates.
    solutions
        Count the solutions for every date of a calendar, and print a table by month and day, or by
        date and weekday.
    out
        Save the table of --solutions (.csv).
    """
    if out is not None:
        check_file(out, ".csv", "a table", show)
    calendar = find_calendar(match) if match else None
    if match in ("today", "tomorrow") or is_day(match):
        matches = day_puzzles(match if is_day(match) else f"day:{match}")
    elif calendar is not None:
        matches = calendar.puzzles()
    else:
        matches = puzzles_like(match) if "*" in match else named_puzzles(match)
    if not matches:
        raise ProblemError(
            f"no puzzle has '{match}' in its name or title; `tilewright puzzles` lists all puzzles"
        )
    if solutions:
        return _count_dates(matches, timeout, out, show)
    width = max(len(puzzle.name) for puzzle in matches)
    return deliver(
        show,
        lambda: {"puzzles": [_puzzle_json(puzzle) for puzzle in matches]},
        lambda: "\n".join(
            puzzle.name if show.quiet else f"{puzzle.name:<{width}}  {_puzzle_words(puzzle)}"
            for puzzle in matches
        ),
    )


def _puzzle_json(puzzle: Puzzle) -> Json:
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "board": puzzle.board.name,
        "pieces": list(puzzle.pieces),
        "turn": puzzle.turn,
        "kind": puzzle.kind,
        "level": puzzle.level,
        "tilings": None if puzzle.tilings is None else str(puzzle.tilings),
        "source": puzzle.source,
    }


def _puzzle_words(puzzle: Puzzle) -> str:
    """Return the title of a puzzle, and its board and pieces quoted for a shell."""
    pieces = shlex.join(puzzle.pieces)
    turn = "" if puzzle.turn == "free" else f" --turn {puzzle.turn}"
    board = "" if puzzle.board.name == puzzle.name else f"{shlex.quote(puzzle.board.name)} "
    level = f" ({puzzle.level})" if puzzle.level else ""
    return f"{puzzle.title}: {board}{pieces}{turn}{level}"


def _count_dates(
    calendar_days: tuple[Puzzle, ...], timeout: float | None, out: Path | None, show: Show
) -> int:
    """Count the solutions of dates, print or save them; return 3 if the time was up before."""
    if any(calendar_date(puzzle.board.mask) is None for puzzle in calendar_days):
        raise RequestError(
            "only calendars have a table of solutions; write `tilewright puzzles calendar "
            "--solutions`",
            where="--solutions",
        )
    from tilewright.solving.search import calendar_counts

    counts: dict[tuple[int, ...], int] = {}
    with CommandWork(show, timeout) as work, work.until_stopped():
        for date, number in calendar_counts(calendar_days):
            counts[date] = number
            work.say(f"{len(counts)} of {len(calendar_days)} dates")
    complete = len(counts) == len(calendar_days)
    if out is not None and not counts:
        note_unwritten(out, "the time limit was reached before any date was counted")
    elif out is not None:
        lines = [
            ",".join(map(str, [*_date_parts(date).values(), number]))
            for date, number in counts.items()
        ]
        head = ",".join([*_date_parts(next(iter(counts))), "solutions"])
        keep(out, "\n".join([head, *lines, ""]), counted(len(counts), "date"), show)
    if show.json:
        records = [
            {**_date_parts(date), "solutions": str(number)} for date, number in counts.items()
        ]
        print_json({"dates": records, "complete": complete, "count": str(sum(counts.values()))})
    elif out is None:
        print("\n".join(_table_lines(counts)))
        if counts and not show.quiet:
            note(_summary_words(counts))
    if not complete:
        dates = counted(len(calendar_days), "date")
        note(f"tilewright: {work.why}: {len(counts)} of {dates} counted")
        return work.code
    return 0


def _date_parts(date: tuple[int, ...]) -> dict[str, int | str]:
    """Return the parts of a date by name."""
    parts: dict[str, int | str] = {"month": date[0], "day": date[1]}
    if date[2:]:
        parts["weekday"] = WEEKDAYS[date[2]][:3].lower()
    return parts


def _date_words(date: tuple[int, ...]) -> str:
    return " ".join(
        [*(WEEKDAYS[weekday] for weekday in date[2:]), MONTHS[date[0] - 1], str(date[1])]
    )


def _table_lines(counts: dict[tuple[int, ...], int]) -> list[str]:
    """Return the table as text: a column for each month or weekday, a row for each day or date."""
    weekdays = any(date[2:] for date in counts)
    names, first, width = (WEEKDAYS, 6, 7) if weekdays else (MONTHS, 2, 5)
    table: dict[str, dict[str, int]] = {}
    for date, number in sorted(counts.items()) if weekdays else counts.items():
        month, day = date[:2]
        row = f"{MONTHS[month - 1][:3]} {day:>2}" if weekdays else f"{day}"
        table.setdefault(row, {})[names[date[2] if weekdays else month - 1][:3]] = number
    rows = list(table.items())
    if not weekdays:
        rows.sort(key=lambda row: int(row[0]))
    columns = [name[:3] for name in names if any(name[:3] in row for row in table.values())]
    lines: list[list[Any]] = [["", *columns]]
    lines += [[row, *(numbers.get(name, "") for name in columns)] for row, numbers in rows]
    return [
        "".join([f"{line[0]:>{first}}", *(f"{cell:>{width}}" for cell in line[1:])]).rstrip()
        for line in lines
    ]


def _summary_words(counts: dict[tuple[int, ...], int]) -> str:
    """Return the totals, and the dates with the fewest and the most solutions."""
    fewest, most = (pick(counts, key=counts.__getitem__) for pick in (min, max))
    extremes = [f"{_date_words(date)} has {counts[date]:,}" for date in (fewest, most)]
    total = f"{counted(len(counts), 'date')}, {sum(counts.values()):,} solutions"
    return (
        total
        if len(counts) == 1
        else f"{total}; {extremes[0]} (the fewest) and {extremes[1]} (the most)"
    )
