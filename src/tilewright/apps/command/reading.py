"""What the words of a command line describe: a problem, tilings, a set of them, or numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from tilewright.apps.command.answers import note
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import Rules, refuse
from tilewright.errors import RequestError, quoted
from tilewright.formats import request as reading
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import area_reason
from tilewright.system.runs import is_run
from tilewright.system.values.arguments import read_number

if TYPE_CHECKING:
    from tilewright.counting import TilingSet
    from tilewright.formats.tables import TilingTable
    from tilewright.solving.search.recorded import RunTable


#: A number: 12, -1.5, 2e10, 3/4.
_FORM = re.compile(
    r"(?P<sign>[+-]?)(?=\.?\d)(?P<above>\d*)(?:/(?P<below>\d+)|(?:\.(?P<behind>\d*))?(?:[eE](?P<power>[+-]?\d+))?)"
)
#: Most digits of a number.
_LONGEST = 100_000


def assignments(problem: Problem, words: tuple[str, ...], where: str) -> dict[str, str]:
    """Read NAME=VALUE; the name is that of a piece in tilings, or any word of the grammar for
    it.
    """
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.rpartition("=")
        if not equals or not name or not value:
            raise RequestError(f"must be PIECE=NUMBER, such as I3=2, got '{word}'", where=where)
        index = problem.piece_index(name)
        name = name if index is None else problem.names[index]
        if name in values:
            raise RequestError(f"{name} has two values, {values[name]} and {value}", where=where)
        values[name] = value
    return values


def rates(given: dict[str, str], where: str) -> dict[str, Fraction | int]:
    """Return the number given for each piece."""
    return {name: read_rate(value, where) for name, value in given.items()}


def read_rate(value: str, where: str) -> Fraction | int:
    """Read a number or a fraction exactly, unless it is too long."""
    form = _FORM.fullmatch(value)
    if form is None or (form["below"] or "1").strip("0") == "":
        raise RequestError(
            f"must be a number or a fraction, such as 2, -1 or 1/2, got {quoted(value)}",
            where=where,
        )
    power = int(form["power"] or 0) if len(form["power"] or "") < 10 else _LONGEST
    if len(value) + abs(power) > _LONGEST:
        raise RequestError(
            f"numbers may have at most {_LONGEST:,} digits with the exponent written out, got "
            f"{quoted(value)}",
            where=where,
        )
    behind = form["behind"] or ""
    above = read_number(form["sign"] + form["above"] + behind)
    number = Fraction(above, read_number(form["below"] or "1"))
    number *= Fraction(10) ** (power - len(behind))
    return int(number) if number.denominator == 1 else number


def check_wrap(rules: Rules, *boards: Board) -> None:
    """Reject the rule by-wrap if no board has joined sides."""
    if rules.by_wrap and not any(board.surface.joined for board in boards):
        raise RequestError("by-wrap works only on boards with joined sides", where="--rule")


#: With this many pieces, finding their placements takes seconds.
_MANY = 4000


def read_problem(
    board: str, pieces: Sequence[str], rules: Rules, *, distinct_pieces: bool = False
) -> Problem:
    """Return the problem that the words of a command line describe; equal pieces are mentioned
    unless `distinct_pieces`.
    """
    problem = reading.read_problem(
        board,
        *pieces,
        **rules.arguments(),
        say_lost=lambda lost: note(f"tilewright: {board}: ignored: {lost}"),
        distinct_pieces=distinct_pieces,
    )
    check_wrap(rules, problem.board)
    if len(problem.pieces) >= _MANY and not area_reason(problem):
        note(f"tilewright: {len(problem.pieces):,} pieces; this may take a while …")
    return problem


# Sets of tilings that the words of a command line describe, or that a file contains.

#: The ending of the files of sets.
ENDING = ".tw"


def read_set(board: str, pieces: Sequence[str], rules: Rules, work: CommandWork) -> TilingSet:
    """Return the tilings that the words of a command line mean: a file of a set, which rules
    restrict, or all tilings of a problem.
    """
    from tilewright.counting import load, tiling_set

    if not board.endswith(ENDING):
        problem = read_problem(board, pieces, rules)
        return tiling_set(problem, progress=work.report)
    refuse(
        (bool(pieces), "a set file already includes its pieces", pieces[0] if pieces else ""),
        (rules.turn is not None, "a set file already determines how pieces may turn", "--turn"),
        (rules.by_wrap, "the file already determines whether by-wrap applies", "--rule"),
    )
    every = load(board, progress=work.report)
    return every.where(
        placed=rules.placed,
        copies={} if rules.empty is None else {"empty": rules.empty},
        rules=rules.words(),
    )


# Read tilings from files: a text or drawing, JSON as the commands print it, or a label array.


def read_tilings(word: str, board: Board | None = None) -> list[Tiling]:
    """Return the tilings in a file, a table or a run; of a board, if the file does not say it."""
    return open_table(word).read_all() if is_run(word) else reading.read_tilings(word, board)


def is_table(word: str) -> bool:
    """Return True for a table of tilings or a tiling in one: ``FILE.parquet``, ``FILE.parquet#7``,
    or the folder of a run.
    """
    return is_run(word) or reading.is_table(word)


def open_table(word: str) -> TilingTable | RunTable:
    """Return the table in a file or in the folder of a run."""
    if is_run(word):
        from tilewright.solving.search.recorded import RunTable

        return RunTable(word)
    from tilewright.formats.tables import TilingTable

    return TilingTable(word)
