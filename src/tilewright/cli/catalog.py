"""``tilewright pieces`` and ``puzzles``: list what has a name, and tell how many solutions each date of the calendar has."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Literal

from tilewright.board import Board
from tilewright.cli.answers import check_file, give, print_json, print_picture, say, say_unwritten
from tilewright.cli.limits import PATIENCE, ProgressLine, TimeLimit, announce_compiling
from tilewright.cli.options import OutPath, Show, Timeout
from tilewright.errors import ProblemError, RequestError, TimeLimitError
from tilewright.files.replacing import write
from tilewright.lattices.catalog import POLYFORMS, SETS
from tilewright.lattices.lattice import SQUARES, Lattice, Turn
from tilewright.lattices.surface import is_flat_squares
from tilewright.piece import parse_pieces
from tilewright.problem import Problem
from tilewright.puzzle import Puzzle, calendar_date, named_puzzles
from tilewright.puzzle.calendar import MONTHS, WEEKDAYS

__all__ = ["pieces", "puzzles"]


def pieces(
    *words: str,
    turn: Literal["free", "one-sided", "fixed"] | None = None,
    timeout: Timeout = None,
    out: OutPath = None,
    show: Show = Show(),
) -> int:
    """Show a set of pieces with names and number of orientations.

    Without PIECES, list the families that have names.

    For example:

      tilewright pieces pentominoes
      tilewright pieces tetrominoes --turn one-sided
      tilewright pieces hexominoes -o hexominoes.svg
      tilewright pieces heptiamonds

    Parameters
    ----------
    words
        Words of the grammar: pentominoes, tetromino:LT, X5, '##/.#', …
    turn
        How pieces turn: free (the default in the plane), one-sided (among cubes) or fixed.
    out
        Save the picture: .svg, .png, .pdf or .txt.
    """
    with TimeLimit(timeout):
        return _pieces(words, turn, out, show)


def _families(show: Show) -> int:
    """List the families and sets that have names, each with an example."""
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
            {"name": name, "lattice": lattice.name, "members": [f"{name}:{each}" for each in members]}
            for name, lattice, members in sets
        ],
    }
    return give(show, lambda: answer, "\n".join(lines))


def _first_name(lattice: Lattice, size: int) -> str:
    """Return the name of the first polyform of a family: small polyominoes have letters, all others numbers."""
    if lattice is SQUARES and size <= 5:
        return "I" if size > 1 else "O"
    return "1"


def _pieces(words: tuple[str, ...], turn: Turn | None, out: Path | None, show: Show) -> int:
    """List or draw what the words name."""
    from tilewright.drawing import draw_pieces, save

    if not words:
        return _families(show)
    named = [piece for word in words for piece in parse_pieces(word, turn)]
    lattice = named[0].lattice
    chosen = Problem(
        Board.from_array([[[1]]] if lattice.dimension == 3 else [[1]], lattice), *named, turn=turn
    )
    plain = is_flat_squares(chosen.board)
    turn = chosen.turn
    if show.json:
        listed = [
            {
                "name": piece.name,
                "drawing": piece.polyomino.text(),
                "cells": [list(cell) for cell in piece.polyomino.cells],
                "orientations": len(piece.orientations(turn)),
            }
            for piece in chosen.pieces
        ]
        print_json({"turn": turn, **({} if plain else {"lattice": lattice.name}), "pieces": listed})
        return 0
    if out is not None:
        save(draw_pieces(chosen.pieces, turn=turn), out)
    elif not show.quiet and lattice.dimension == 3:
        # A terminal has no room for what is seen from a corner.
        for piece in chosen.pieces:
            print(f"{piece.name:<16} {len(piece.orientations(turn)):>3}  {piece.polyomino.text()}")
    elif not show.quiet:
        # A cell is four characters wide where there is room for words.
        room = min((shutil.get_terminal_size((121, 24)).columns - 1) // 4, 30)
        print_picture(draw_pieces(chosen.pieces, turn=turn, columns=max(room, 1)), show.color)
    return 0


def puzzles(
    match: str = "",
    /,
    *,
    table: bool = False,
    timeout: float | None = None,
    out: OutPath = None,
    show: Show = Show(),
) -> int:
    """List the named puzzles.

    Each name stands where BOARD stands in every command, and brings its pieces.
    The 366 calendar puzzles (calendar:10-06, calendar:today) are listed when MATCH
    begins with calendar; those of the calendar with weekdays (weekday:10-06-tue,
    weekday:today), each date with every weekday, when it begins with weekday.

    For example:

      tilewright puzzles
      tilewright puzzles tower
      tilewright puzzles calendar:10
      tilewright puzzles calendar --table
      tilewright puzzles weekday:10 --table

    Parameters
    ----------
    match
        List only those that have this in their name or title.
    table
        Count the solutions of every date of a calendar, and show them by month and day, or by date and weekday.
    timeout
        Stop counting after this many seconds; what was counted by then is shown.
    out
        Write the table to this file (.csv).
    """
    if not table and (out is not None or timeout is not None):
        option = "-o" if out is not None else "--timeout"
        raise RequestError(f"{option} is for the table of the calendar; add --table", where=option)
    if out is not None:
        check_file(out, ".csv", "a table is", show)
    found = named_puzzles(match)
    if not found:
        raise ProblemError(f"no puzzle has '{match}' in its name or title; `tilewright puzzles` lists all")
    if table:
        return _table(found, timeout, out, show)
    if show.json:
        listed = [
            {
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
            for puzzle in found
        ]
        print_json({"puzzles": listed})
        return 0
    width = max(len(puzzle.name) for puzzle in found)
    for puzzle in found:
        # As a shell takes it: a word that begins with # would be a comment.
        pieces = shlex.join(puzzle.pieces)
        turn = "" if puzzle.turn == "free" else f" --turn {puzzle.turn}"
        board = "" if puzzle.board.name == puzzle.name else f"{shlex.quote(puzzle.board.name)} "
        level = f" ({puzzle.level})" if puzzle.level else ""
        print(f"{puzzle.name:<{width}}  {puzzle.title}: {board}{pieces}{turn}{level}")
    return 0


def _table(found: tuple[Puzzle, ...], timeout: float | None, out: Path | None, show: Show) -> int:
    """Count the solutions of dates, and show or write them; exits with 3 if the time was up before all were counted."""
    if any(calendar_date(puzzle.board.mask) is None for puzzle in found):
        raise RequestError(
            "there is a table of the calendars only: tilewright puzzles calendar --table", where="--table"
        )
    from tilewright.search import calendar_counts

    counts: dict[tuple[int, ...], int] = {}
    stopped: TimeLimitError | None = None
    interrupted = False
    shown = not show.json and not show.quiet
    try:
        with TimeLimit(timeout, PATIENCE), ProgressLine(shown) as line:
            announce_compiling(quiet=not shown)
            for date, number in calendar_counts(found):
                counts[date] = number
                line.show(f"{len(counts)} of {len(found)} dates")
    except TimeLimitError as error:
        stopped = error
    except KeyboardInterrupt:
        interrupted = True
    complete = len(counts) == len(found)
    if out is not None and not counts:
        say_unwritten(out, "no date was counted")
    elif out is not None:
        lines = [",".join(map(str, [*_said(date).values(), number])) for date, number in counts.items()]
        write("\n".join([",".join([*_said(next(iter(counts))), "solutions"]), *lines]) + "\n", out)
        if str(out) != "-" and not show.quiet:
            say(f"{out}: {_dates(len(counts))}")
    if show.json:
        listed = [{**_said(date), "solutions": str(number)} for date, number in counts.items()]
        print_json({"dates": listed, "complete": complete, "count": str(sum(counts.values()))})
    elif out is None:
        print("\n".join(_lines(counts)))
        if counts and not show.quiet:
            say(_summary(counts))
    if not complete:
        why = "interrupted" if interrupted else stopped.message if stopped is not None else ""
        say(f"tilewright: {why}: {len(counts)} of {_dates(len(found))} counted")
        return 130 if interrupted else 3
    return 0


def _dates(number: int) -> str:
    return f"{number} {'date' if number == 1 else 'dates'}"


def _said(date: tuple[int, ...]) -> dict[str, int | str]:
    """Return the parts of a date by what they are; a weekday by its name."""
    said: dict[str, int | str] = {"month": date[0], "day": date[1]}
    if date[2:]:
        said["weekday"] = WEEKDAYS[date[2]][:3].lower()
    return said


def _in_words(date: tuple[int, ...]) -> str:
    return " ".join([*(WEEKDAYS[each] for each in date[2:]), MONTHS[date[0] - 1], str(date[1])])


def _lines(counts: dict[tuple[int, ...], int]) -> list[str]:
    """Return the table as text: a column for each month, a row for each day; or for each weekday, and each date."""
    if any(date[2:] for date in counts):
        weekdays = sorted({weekday for *_, weekday in counts})
        table = [["", *(WEEKDAYS[weekday][:3] for weekday in weekdays)]]
        for month, day in dict.fromkeys((month, day) for month, day, _ in counts):
            numbers = (str(counts.get((month, day, weekday), "")) for weekday in weekdays)
            table.append([f"{MONTHS[month - 1][:3]} {day:>2}", *numbers])
        return ["".join([f"{row[0]:>6}", *(f"{cell:>7}" for cell in row[1:])]).rstrip() for row in table]
    months = sorted({month for month, _ in counts})
    rows = [["", *(MONTHS[month - 1][:3] for month in months)]]
    for day in sorted({day for _, day in counts}):
        rows.append([f"{day}", *(str(counts.get((month, day), "")) for month in months)])
    return ["".join([f"{row[0]:>2}", *(f"{cell:>5}" for cell in row[1:])]).rstrip() for row in rows]


def _summary(counts: dict[tuple[int, ...], int]) -> str:
    """Say how many solutions there are in all, and on which dates are the fewest and the most."""
    fewest, most = (pick(counts, key=counts.__getitem__) for pick in (min, max))
    said = [f"{_in_words(date)} has {counts[date]:,}" for date in (fewest, most)]
    total = f"{_dates(len(counts))}, {sum(counts.values()):,} solutions"
    return total if len(counts) == 1 else f"{total}; {said[0]}, the fewest, and {said[1]}, the most"
