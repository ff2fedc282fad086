"""``tilewright convert``: read and write the files of other programs."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.cli.answers import print_json, say
from tilewright.cli.limits import TimeLimit
from tilewright.cli.options import BoardWord, OutPath, Rules, Show, Timeout, options, read_problem
from tilewright.errors import OutputError, RequestError
from tilewright.exchange.format import Entry, Format
from tilewright.exchange.formats import find_format, format_to_write, known_formats, read_entries, rendered
from tilewright.files.replacing import write
from tilewright.piece import parse_pieces
from tilewright.reading import is_file
from tilewright.text import STANDARD_INPUT

if TYPE_CHECKING:
    from tilewright.problem import Problem

__all__ = ["convert"]

_Length = float | None


@options
class _Making:
    """Lengths, in millimeters, of what is cut or printed."""

    cell: _Length = None
    """The side of a cell in .dxf and .stl; 10 when not given."""

    kerf: _Length = None
    """What a cutter takes away: paths are moved outwards by half of it (.dxf)."""

    radius: _Length = None
    """Round corners by this radius (.dxf)."""

    gap: _Length = None
    """Between parts in .dxf; in .stl by how much a piece is narrower than its cells, 0.3 when not given."""

    height: _Length = None
    """The height of the pieces in .stl; 5 when not given."""

    floor: _Length = None
    """How thick the floor of the tray is in .stl; 1.5 when not given."""

    def given(self) -> dict[str, float]:
        """Return those that were given."""
        return {name: value for name, value in asdict(self).items() if value is not None}


def convert(
    source: BoardWord,
    /,
    *pieces: str,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: str | None = None,
    out: OutPath = None,
    with_: Annotated[str | None, Parameter(name="--with")] = None,
    cells: str | None = None,
    check: bool = False,
    timeout: Timeout = None,
    making: _Making = _Making(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Read and write the files of other programs.

    IN is a file of any format below, '-', a board with its pieces, a puzzle's name,
    or pieces alone. What it is and what is written, the endings say, or --from and
    --to. What a format cannot say is listed on standard error.

    For example:

      tilewright convert 6x10 pentominoes --to board
      tilewright convert talos:hub-gates-1 -o puzzle.json
      tilewright convert puzzle.txt --to json

    Parameters
    ----------
    source
        A file (FILE#2: the second problem in it), a board, a named puzzle, or pieces.
    pieces
        The pieces, after a board.
    from_
        The format of the file; a wrong one names all.
    to
        The format to write; a wrong one names all.
    out
        The file to write; standard output when not given.
    with_
        The clauses (.cnf) or the model (.mzn) that IN, the answer of a solver, is an answer to.
    cells
        Read a board from a picture with so many rows x columns of cells.
    check
        Count anew what the file says of its problems; exits with 1 if a number differs.
    """
    # The time runs from here on: reading a large file or counting anew may be what takes long.
    with TimeLimit(timeout) as limit:
        if with_ is not None:
            answer = _answered(source, with_)
            if answer is None:
                print("There is no tiling, says the solver.")
                return 1
            entries = [answer]
        elif cells is not None:
            entries = [_pictured(source, cells)]
        else:
            entries = _entries(source, pieces, from_, rules)
        if check:
            return _check(entries, show, limit)
        kind = _target(to, out, entries)
        data, lost = rendered(entries, kind, making.given())
    lost = [*dict.fromkeys(lost for entry in entries for lost in entry.lost), *lost]
    if show.json and (out is None or str(out) == "-"):
        raise RequestError("standard output takes the file or the JSON, not both; name a file", where="-o")
    write(data, "-" if out is None else out)
    if show.json:
        print_json({"from": source, "to": kind.name, "problems": len(entries), "lost": lost})
    else:
        for words in lost:
            say(f"tilewright: lost: {words}")
    return 0


def _target(to: str | None, out: Path | None, entries: list[Entry]) -> Format:
    """Return the format to write."""
    if to is not None:
        return find_format(to)
    if out is None or str(out) == "-":
        names = ", ".join(kind.name for kind in known_formats() if kind.write is not None)
        raise OutputError(f"to what? -o FILE with an ending, or --to and one of {names}", where="--to")
    return format_to_write(str(out), entries)


def _entries(source: str, pieces: tuple[str, ...], kind: str | None, rules: Rules) -> list[Entry]:
    """Return what is to be converted."""
    if pieces:
        return [Entry(problem=read_problem(source, pieces, rules))]
    if kind is not None or source == "-" or is_file(source.rpartition("#")[0] or source) or is_file(source):
        found, entries = read_entries(source, kind=kind)
        if rules != Rules() and len(entries) == 1 and "problem" in found.holds:
            return [Entry(problem=read_problem(source, (), rules))]
        return entries
    if "#" not in source and ("/" in source or Path(source).suffix):
        read_entries(source)  # says that there is no such file
    try:
        return [Entry(pieces=parse_pieces(source, rules.turn or "free"))]
    except RequestError:
        return [Entry(problem=read_problem(source, (), rules))]


def _pictured(source: str, cells: str) -> Entry:
    """Return the board in a picture."""
    from tilewright.exchange.fabrication.picture import board_from_picture

    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", cells, re.ASCII)
    if match is None or not int(match[1]) or not int(match[2]):
        raise RequestError(
            f"'{cells}' is no number of cells; it is rows x columns, such as 30x20", where="--cells"
        )
    picture = sys.stdin.buffer if source == "-" else Path(source)
    return Entry(board=board_from_picture(picture, int(match[1]), int(match[2])))


def _answered(source: str, path: str) -> Entry | None:
    """Return the tilings that the answer of a solver stands for; None if it says that there is none."""
    from tilewright.exchange.solvers.clauses import answer_tilings, read_problem_of

    problem = read_problem_of(path)
    where = STANDARD_INPUT if source == "-" else source
    tilings = answer_tilings(sys.stdin if source == "-" else Path(source), where, problem)
    return Entry(tilings=tuple(tilings)) if tilings else None


def _check(entries: list[Entry], show: Show, limit: TimeLimit) -> int:
    """Count the tilings of each problem anew, and compare with what the file says."""
    from tilewright.search import Search

    listed: list[dict[str, Any]] = []
    for number, entry in enumerate(entries, start=1):
        stated = None if entry.stated is None else str(entry.stated)
        line: dict[str, Any] = {"name": entry.name, "stated": stated, "counted": None}
        if entry.problem is None:
            line["refused"] = f"problem {number}: {entry.refused or 'there is no problem to count'}"
        else:
            search = Search(_checked(entry.problem), unique=True, timeout=limit.left)
            line["counted"] = str(search.count())
            if not search.complete:
                raise limit.error()
        listed.append(line)
    if show.json:
        print_json({"problems": listed})
    for line in listed:
        if "refused" in line:
            say(f"tilewright: {line['refused']}")
        elif not show.json:
            stated = "nothing" if line["stated"] is None else line["stated"]
            print(f"{line['name'] or 'problem'}: stated {stated}, counted {line['counted']}")
    if any(line["stated"] not in (None, line["counted"]) for line in listed if "refused" not in line):
        return 1
    return 2 if any("refused" in line for line in listed) else 0


def _checked(problem: Problem) -> Problem:
    problem.check()
    return problem
