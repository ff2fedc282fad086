"""Puzzle files, which contain a puzzle as text that people can read, print and edit.

The first line identifies the format. It is followed by lines ``key: value``, an empty line and the
drawing of the board. `tilewright make -o puzzle.txt` writes such a file, and every command accepts
it in place of BOARD.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tilewright.errors import FormatError, RequestError, joined, quoted
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle.calendar import Calendar, remember
from tilewright.model.puzzle.ids import default_title
from tilewright.model.puzzle.kinds import KINDS, PLAIN, Level
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.puzzle.record import as_stated, id_of
from tilewright.model.rules.rule_types import parse_rule
from tilewright.model.space.lattice import check_turn

_FIRST = "tilewright puzzle"
#: The keys of lines, with the value of a line that is missing. Several lines may have the keys
#: ``placed`` and ``rule``. The last three are written for people, since they follow from the rest.
_DEFAULTS = {
    "title": "",
    "kind": PLAIN,
    "pieces": "",
    "turn": "free",
    "placed": "",
    "empty": "0..0",
    "by-wrap": "no",
    "rule": "",
    "marks-agree": "",
    "level": "",
    "rules": "",
    "id": "",
}
#: The keys of lines that are always written.
_ALWAYS = ("title", "kind", "pieces")
#: The longest file that is read, in bytes.
_LONGEST = 1 << 20
#: What stands for no mark.
_NONE = "-"


def puzzle_text(puzzle: Puzzle, *, level: Level | None = None, rules: str = "") -> str:
    """Return the text of a puzzle file.

    Parameters
    ----------
    puzzle : Puzzle
    level : {"easy", "medium", "hard", "expert"}, optional
    rules : str
        The level and rules to show to readers of the file. The default level is that of the puzzle,
        if known.

    Examples
    --------
    >>> from tilewright.model.puzzle import find_puzzle
    >>> print(puzzle_text(find_puzzle("talos:hub-gates-1")))
    tilewright puzzle
    title: Hub Gates (Green) #1
    kind: sigil
    level: medium
    pieces: tetromino:JJZ
    turn: one-sided
    id: talos:hub-gates-1
    <BLANKLINE>
    ####
    ####
    ####
    """
    entries = [
        ("title", puzzle.title),
        ("kind", puzzle.kind),
        ("level", level or puzzle.level or ""),
        ("rules", rules),
        ("pieces", " ".join(map(_quoted, _words(puzzle)))),
        ("turn", puzzle.turn),
        *(("placed", word) for word in puzzle.placed),
        ("empty", "..".join(map(str, puzzle.empty))),
        ("by-wrap", "yes" if puzzle.by_wrap else "no"),
        *(("rule", word) for word in puzzle.conditions),
        ("marks-agree", _agreeing_words(puzzle)),
        ("id", id_of(puzzle)),
    ]
    lines = [
        f"{name}: {value}" for name, value in entries if name in _ALWAYS or value != _DEFAULTS[name]
    ]
    return "\n".join([_FIRST, *lines, "", puzzle.board.text()])


def is_listed_apart(problem: Problem) -> bool:
    """Return True if a puzzle file can list the equal pieces of a problem separately. Equal pieces
    can be listed separately only if each of them has exactly one copy.
    """
    return all(
        part.least == part.most == 1 for parts in problem.parts if len(parts) > 1 for part in parts
    )


def _words(puzzle: Puzzle) -> Sequence[str]:
    """Return the pieces as strings, with equal pieces separate if the problem lists them
    separately.
    """
    problem = puzzle.problem()
    if [*puzzle.pieces] != problem.words() or not is_listed_apart(problem):
        return puzzle.pieces
    return [part.word() for parts in problem.parts for part in parts]


def read_puzzle_text(text: str, where: str = "", *, stated: bool = True) -> Puzzle:
    """Parse the text of a puzzle file, as returned by `puzzle_text`. The ID and level are kept only
    if the ID belongs to the puzzle that the other lines describe.

    Parameters
    ----------
    text, where : str
        The text, and the file name to use in messages.
    stated : bool
        Whether to check that the ID matches the puzzle. For some IDs, the check generates the
        puzzle again.

    Raises
    ------
    FormatError
        If a line is invalid. The error message gives the line number.
    """
    head, _, drawing = text.replace("\r\n", "\n").partition("\n\n")
    lines = head.split("\n")
    file = where or None
    if lines[0].strip() != _FIRST:
        raise FormatError(f"a puzzle file must begin with the line '{_FIRST}'", where=file)
    if _has_names(drawing):
        name = where or "FILE"
        raise FormatError(
            f"this is a calendar; add a date, such as {name}:10-06 or {name}:today", where=file
        )
    found = {key: [default] for key, default in _DEFAULTS.items()}
    for number, line in enumerate(lines[1:], start=2):
        key, colon, value = (part.strip() for part in line.partition(":"))
        place = f"{where}, line {number}"
        if not colon or key not in found:
            raise FormatError(
                f"a line must be 'key: value' with one of the keys {', '.join(_DEFAULTS)}, got "
                f"'{line[:40]}'",
                where=place,
            )
        found[key].append(_rule(value, place) if key == "rule" else value)
    values = {key: given[-1] for key, given in found.items()}
    empty = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", values["empty"], re.ASCII)
    if empty is None:
        raise FormatError(
            f"empty must be a number of cells, N or N..M, got {quoted(values['empty'])}", where=file
        )
    kind = next((kind for kind in KINDS if kind == values["kind"]), None)
    if kind is None:
        raise FormatError(
            f"the kind must be one of {', '.join(KINDS)}, got {quoted(values['kind'])}", where=file
        )
    if values["by-wrap"] not in ("yes", "no"):
        raise FormatError(f"by-wrap must be yes or no, got {quoted(values['by-wrap'])}", where=file)
    board = Board.from_text(drawing, name=where)
    puzzle = Puzzle(
        name="",
        title=values["title"] or default_title(kind, board),
        board=board,
        pieces=_split(values["pieces"], where),
        turn=check_turn(values["turn"]),
        source="made with tilewright",
        kind=kind,
        placed=tuple(found["placed"][1:]),
        empty=(int(empty[1]), int(empty[2] or empty[1])),
        by_wrap=values["by-wrap"] == "yes",
        conditions=tuple(found["rule"][1:]),
        marks_agree=agreeing_marks(values["marks-agree"], where),
    )
    puzzle = replace(puzzle, name=id_of(puzzle))
    if stated:
        puzzle = as_stated(puzzle, values["id"], values["level"])
    puzzle.problem().check()
    return replace(puzzle, rules=values["rules"], shows_id=bool(values["id"]))


def _agreeing_words(puzzle: Puzzle) -> str:
    """Return the marks that agree, as text: ``a=xy b=-``, where ``-`` stands for no mark."""
    return " ".join(
        f"{mark or _NONE}={''.join(letter or _NONE for letter in others)}"
        for mark, others in puzzle.marks_agree
    )


def agreeing_marks(words: str, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Parse the value of ``marks-agree``, such as ``a=xy b=-``, which lists the marks of the board
    that each mark of a piece may cover. ``-`` stands for no mark.

    Raises
    ------
    FormatError
        If the text is invalid.
    """
    agreements = [word.partition("=") for word in words.split()]
    if any(len(mark) != 1 or not equals for mark, equals, _ in agreements):
        raise FormatError(
            "marks-agree must be words MARK=MARKS, with - for no mark, such as a=xy or 3=-, got "
            f"{quoted(words)}",
            where=where or None,
        )
    return tuple(
        (
            "" if mark == _NONE else mark,
            tuple("" if letter == _NONE else letter for letter in others),
        )
        for mark, _, others in agreements
    )


def _rule(text: str, where: str) -> str:
    """Return the words of a rule as written in a file."""
    try:
        return parse_rule(text).word()
    except RequestError as error:
        raise FormatError(error.message, where=where) from None


def _quoted(word: str) -> str:
    """Return a string for a piece, in quotes if it contains spaces or quotes."""
    return shlex.quote(word) if re.search(r"[\s'\"\\]", word) else word


def _split(words: str, where: str) -> tuple[str, ...]:
    """Split the strings for pieces as a shell does. They may be in quotes."""
    try:
        return tuple(shlex.split(words))
    except ValueError as error:
        message = f"cannot split the pieces {quoted(words)} into words: {error}"
        raise FormatError(message, where=where or None) from None


def _has_names(drawing: str) -> bool:
    """Whether a drawing has a word for each cell, as on calendars, with at least the days."""
    return {"10", "20", "30"} <= {*drawing.split()}


def find_calendar(path: str) -> Calendar | None:
    """Return the calendar in a puzzle file, or None if the file is missing or does not contain a
    calendar.

    Raises
    ------
    FormatError
        If the calendar is invalid, because names are missing or because the dates do not match the
        pieces.
    """
    if not is_puzzle_file(path):
        return None
    head, _, drawing = _text_of(path).replace("\r\n", "\n").partition("\n\n")
    lines = [line.partition(":") for line in head.split("\n")[1:]]
    values = {name.strip(): value.strip() for name, _, value in lines}
    if values.get("kind") not in ("calendar", "weekday") or not _has_names(drawing):
        return None
    known = ("title", "kind", "pieces", "turn", "months", "weekdays")
    for number, (name, colon, _) in enumerate(lines, start=2):
        if not colon or name.strip() not in known:
            raise FormatError(
                f"a line of a calendar must be 'key: value' with one of the keys "
                f"{', '.join(known)}, got {quoted(name)}",
                where=f"{path}, line {number}",
            )
    plain = Calendar(path, drawing.strip("\n"), _split(values.get("pieces", ""), path), path)
    calendar = replace(
        plain,
        turn=check_turn(values.get("turn", "free")),
        title=values.get("title", plain.title),
        month_names=tuple(values["months"].split()) if "months" in values else plain.month_names,
        weekday_names=(
            tuple(values["weekdays"].split()) if "weekdays" in values else plain.weekday_names
        ),
    )
    if faults := calendar.faults():
        raise FormatError(joined(faults), where=path)
    try:
        next(iter(calendar.puzzles())).problem().check()
    except RequestError as error:
        raise FormatError(error.message, where=path) from None
    return remember(calendar)


def find_dated(word: str) -> Puzzle | None:
    """Return the puzzle for ``FILE:DATE``, where the file contains a calendar, or None if the text
    does not have this form.
    """
    name, colon, date = word.rpartition(":")
    calendar = find_calendar(name) if colon and name else None
    return None if calendar is None else calendar.read(date)


def is_puzzle_file(path: str | os.PathLike[str]) -> bool:
    """Return True if the file exists and begins with the first line of a puzzle file."""
    try:
        with Path(path).open(encoding="utf-8") as stream:
            return stream.readline(100).strip() == _FIRST
    except (OSError, ValueError):
        return False


def read_puzzle_file(path: str | os.PathLike[str], *, stated: bool = True) -> Puzzle:
    """Read a puzzle file (see `read_puzzle_text`).

    Raises
    ------
    FormatError
        If the file is not a puzzle file, or is longer than 1 MiB.
    """
    return read_puzzle_text(_text_of(path), str(path), stated=stated)


def _text_of(path: str | os.PathLike[str]) -> str:
    with Path(path).open(encoding="utf-8") as stream:
        text = stream.read(_LONGEST + 1)
    if len(text) > _LONGEST:
        raise FormatError(f"a puzzle file must have at most {_LONGEST} characters", where=str(path))
    return text
