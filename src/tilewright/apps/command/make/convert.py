"""``tilewright convert``: read and write the files of other programs."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import Json, keep, note, print_json
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    OUTPUT,
    OutPath,
    Rules,
    ShowText,
    Timeout,
    Word,
    refuse,
)
from tilewright.apps.command.reading import read_problem
from tilewright.errors import OutputError, RequestError
from tilewright.formats.cutting.picture import PICTURE, board_from_picture
from tilewright.formats.format import Entry, Format
from tilewright.formats.registry import (
    built_in_formats,
    find_format,
    format_to_write,
    is_missing_member,
    read_entries,
    rendered,
    why_pieces,
)
from tilewright.formats.request import find_named, is_file
from tilewright.model.board import is_board_word
from tilewright.model.piece import parse_pieces
from tilewright.system.values.text import STANDARD_INPUT

if TYPE_CHECKING:
    from tilewright.model.problem import Problem

#: The endings of files that a solver answers.
_ANSWERED = (".cnf", ".mzn")


def format_names(act: Literal["read", "write"]) -> str:
    """Return the names of the formats that can be read or written, without those of plug-ins, for
    help.
    """
    return ", ".join(kind.name for kind in built_in_formats() if getattr(kind, act) is not None)


#: The ``--from`` option.
FormatRead = Annotated[
    str | None,
    Parameter(
        name="--from", metavar="FORMAT", help=f"The format of the file: {format_names('read')}."
    ),
]


def convert(
    source: Word,
    /,
    *pieces: str,
    from_: FormatRead = None,
    to: Annotated[
        str | None,
        Parameter(
            group=OUTPUT, metavar="FORMAT", help=f"The format to write: {format_names('write')}."
        ),
    ] = None,
    out: OutPath = None,
    verify: bool = False,
    timeout: Timeout = None,
    rules: Rules = Rules(),
    show: ShowText = ShowText(),
) -> int:
    """Convert files from and to the formats of other programs.

    SOURCE is a file, - for standard input, a board with its pieces, a named puzzle,
    or pieces alone. The file extensions determine the formats, unless --from or
    --to is given. Whatever the new format cannot store is listed on standard error.

    After a solver's answer, name the problem that it solved (.cnf or .mzn); after a
    picture of a board, give its rows and columns.

    For example:

      tilewright convert puzzle.txt --to json
      tilewright convert 6x10 pentominoes --to board
      tilewright convert talos:hub-gates-1 -o puzzle.json
      tilewright convert answer.txt p.cnf -o tiling.txt
      tilewright convert board.png 30x20 -o board.txt

    Parameters
    ----------
    source
        A file (FILE#2 is its second problem, FILE#hard is its problem named hard), a board, a named
        puzzle, or pieces.
    pieces
        The pieces, if a board is given. `tilewright --help` shows how to write pieces. For a
        solver's answer: the problem that it solved. For a picture: its size, as ROWSxCOLUMNS.
    out
        The file to write. Without -o, the output goes to standard output in the format of --to.
    verify
        Count the solutions again and compare the numbers with those in the file. Exits with 1 if a
        count differs.
    """
    # Reading a large file counts as time, too.
    pictured = from_ == PICTURE.name or (from_ is None and _ends(source, PICTURE.endings))
    picture = bool(pieces) and pictured
    answered = not picture and len(pieces) == 1 and _ends(pieces[0], _ANSWERED)
    if picture or answered:
        rules.refuse("the file contains no problem; remove this option")
    refuse((from_ is not None and pieces and not picture, "applies only to files", "--from"))
    with CommandWork(show, timeout) as work:
        if answered:
            answer = _read_solver_answer(source, pieces[0])
            if answer is None:
                print("According to the solver, there is no tiling.")
                return 1
            entries = [answer]
        elif picture:
            entries = [_read_picture(source, pieces)]
        else:
            entries = _read_source(source, pieces, from_, rules)
        if verify:
            return _check_counts(entries, work)
        kind = _find_target(to, out, entries)
        if from_ is None and kind.holds[0] == "pieces" and (why := why_pieces(source)):
            refuse((not entries[0].holds("pieces"), f"{why}; add --from pieces", source))
        if not {"problem", "cover"} & {*kind.holds}:
            turn = rules.turn if "pieces" in kind.holds else None
            but = rules if turn is None else replace(rules, turn=None)
            but.refuse(f"{kind.name} files have no rules; remove this option")
        refuse(
            (
                kind.name in ("dxf", "stl", "3mf"),
                f"to cut pieces, use `tilewright cut … -o FILE.{kind.name}`",
                None if out is None else str(out),
            )
        )
        data, lost = rendered(entries, kind, {})
    lost = [*dict.fromkeys(lost for entry in entries for lost in entry.lost), *lost]
    if show.json and (out is None or str(out) == "-"):
        raise RequestError(
            "cannot write both the file and the JSON to standard output; give a file name",
            where="-o",
        )
    keep(Path("-") if out is None else out, data, f"format {kind.name}", show)
    if show.json:
        print_json({"from": source, "to": kind.name, "problems": len(entries), "lost": lost})
    else:
        for words in lost:
            note(f"tilewright: lost: {words}")
    return 0


def _ends(name: str, endings: tuple[str, ...]) -> bool:
    return name.lower().endswith(endings)


def _find_target(to: str | None, out: Path | None, entries: list[Entry]) -> Format:
    """Return the format to write."""
    if to is not None:
        return find_format(to)
    if out is None and all(entry.tilings for entry in entries):
        # The answer of a solver, for people.
        several = len(entries) > 1 or any(len(entry.tilings) > 1 for entry in entries)
        return find_format("tilings" if several else "tiling")
    if out is None or str(out) == "-":
        names = format_names("write")
        raise OutputError(f"give a file with -o FILE, or a format with --to: {names}", where="--to")
    return format_to_write(str(out), entries)


def _read_source(
    source: str, pieces: tuple[str, ...], kind: str | None, rules: Rules
) -> list[Entry]:
    """Return what is to be converted."""
    if pieces:
        return [Entry(problem=read_problem(source, pieces, rules))]
    if (
        kind is not None
        or source == "-"
        or is_file(source.rpartition("#")[0] or source)
        or is_file(source)
    ):
        file_format, entries = read_entries(source, format=kind)
        if rules != Rules() and len(entries) == 1 and "problem" in file_format.holds:
            return [Entry(problem=read_problem(source, (), rules), name=entries[0].name)]
        if not all(entry.problem for entry in entries):
            rules.refuse("the file contains no problem; remove this option")
        return entries
    if (puzzle := find_named(source)) is not None:
        if rules == Rules():
            return [Entry.of(puzzle)]
        return [Entry(problem=read_problem(source, (), rules), name=puzzle.title)]
    if is_missing_member(source) or ("#" not in source and ("/" in source or Path(source).suffix)):
        read_entries(source)  # says that there is no such file
    try:
        if not is_board_word(source):
            return [Entry(pieces=parse_pieces(source, rules.turn or "free"))]
    except RequestError:
        pass
    return [Entry(problem=read_problem(source, (), rules))]


def _read_picture(source: str, words: Sequence[str]) -> Entry:
    """Return the board in a picture that is divided into rows and columns."""
    size = " ".join(words)
    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", size, re.ASCII)
    if match is None or not int(match[1]) or not int(match[2]):
        raise RequestError(
            "after a picture, give the size of the board as rows x columns, such as 30x20, "
            f"got '{size}'"
        )
    picture = sys.stdin.buffer if source == "-" else Path(source)
    return Entry(board=board_from_picture(picture, int(match[1]), int(match[2])))


def _read_solver_answer(source: str, path: str) -> Entry | None:
    """Return the tilings in the answer of a solver; None if it says that there is none."""
    from tilewright.formats.solvers.clauses import answer_tilings, read_problem_of

    problem = read_problem_of(path)
    where = STANDARD_INPUT if source == "-" else source
    tilings = answer_tilings(sys.stdin if source == "-" else Path(source), where, problem)
    return Entry(tilings=tuple(tilings)) if tilings else None


def _check_counts(entries: list[Entry], work: CommandWork) -> int:
    """Count the tilings of each problem again, and compare them with the counts in the file."""
    from tilewright.solving.search import Search

    reports: list[Json] = []
    for number, entry in enumerate(entries, start=1):
        stated = None if entry.stated is None else str(entry.stated)
        line: Json = {"name": entry.name, "stated": stated, "counted": None}
        if entry.problem is None:
            line["refused"] = (
                f"problem {number}: {entry.refused or 'the board and pieces are missing'}"
            )
        else:
            search = Search(_check_problem(entry.problem), unique=True, timeout=work.left)
            line["counted"] = str(search.count())
            if not search.complete:
                raise work.error()
        reports.append(line)
    if work.show.json:
        print_json({"problems": reports})
    for line in reports:
        if "refused" in line:
            note(f"tilewright: {line['refused']}")
        elif not work.show.json:
            stated = "nothing" if line["stated"] is None else line["stated"]
            print(f"{line['name'] or 'problem'}: stated {stated}, counted {line['counted']}")
    if any(
        line["stated"] not in (None, line["counted"]) for line in reports if "refused" not in line
    ):
        return 1
    return 2 if any("refused" in line for line in reports) else 0


def _check_problem(problem: Problem) -> Problem:
    problem.check()
    return problem
