"""``tilewright count``: the number of tilings, exactly."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.cli.limits import Limits, announce_counting, show_count
from tilewright.cli.output import digits, print_json, say
from tilewright.cli.progress import ProgressLine, duration
from tilewright.cli.request import BoardWord, Rules, Show, read_problem
from tilewright.errors import RequestError
from tilewright.problem import Problem

if TYPE_CHECKING:
    from tilewright.counting import ByPiece, Heat

__all__ = ["count"]

_STRIP = re.compile(r"(?:(\d+)[xX×][nN]|[nN][xX×](\d+))")
_SQUARE = re.compile(r"[nN][xX×][nN]")


@Parameter(name="*")
@dataclass(frozen=True)
class Kinds:
    """What to count, beside the number of tilings."""

    unique: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Count up to the rotations and reflections of the board."""

    by_piece: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Tell the tilings apart by how many copies of each piece they use."""

    weight: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = ()
    """Weigh a piece, such as I3=2 or I3=1/2: the sum of the products of the weights; with --by-piece, I3=x names a variable."""

    cost: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = ()
    """What a piece costs, such as I3=2: the least cost of a tiling, and how many tilings have it."""

    heat: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Show for each cell how often the edges around it are boundaries of tiles, in percent."""

    modulo: Annotated[int | None, Parameter(name=["--mod", "--modulo"], show_default=False)] = None
    """Count modulo this number."""


@Parameter(name="*")
@dataclass(frozen=True)
class Lengths:
    """For boards with an N in them."""

    at: Annotated[int | None, Parameter(show_default=False)] = None
    """The number for this N only, however large."""

    upto: Annotated[int | None, Parameter(show_default=False)] = None
    """The numbers up to this N."""

    bfile: Annotated[Path | None, Parameter(show_default=False)] = None
    """Write the numbers to this file in the format of the OEIS."""


@Parameter(name="*")
@dataclass(frozen=True)
class Ways:
    """How to count."""

    scan: Annotated[Literal["auto", "rows", "columns"], Parameter(show_default=False)] = "auto"
    """Along which lines the cells are taken; by default those with the narrower frontier."""

    check: Annotated[bool, Parameter(negative="", show_default=False)] = False
    """Count a second time in another way."""

    checkpoint: Annotated[Path | None, Parameter(show_default=False)] = None
    """Keep what is needed to go on in this file, and go on from it if it is there."""


def count(
    board: BoardWord,
    /,
    *pieces: str,
    kinds: Kinds | None = None,
    lengths: Lengths | None = None,
    ways: Ways | None = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
    show: Show | None = None,
) -> int:
    """Count the tilings exactly, without listing any.

    Prints the number; exits with 1 if it is 0. A board 4xN or Nx4 stands for all
    lengths: prints the recurrence, the generating function and the first numbers;
    NxN for all squares.

    For example:

      tilewright count 9x12 trominoes+              # 20574308184277971
      tilewright count 6x10 pentominoes --unique    # 2339
      tilewright count 8x8 I3+ L3+ monomino=0..4 --by-piece
      tilewright count 4xN trominoes+
      tilewright count 9xN trominoes+ --at 1000000000000 --mod 1000000007
      tilewright count NxN L3+ --upto 15 --bfile b.txt

    Parameters
    ----------
    board
        The board; 4xN, Nx4 and NxN for all N; or a named puzzle, which brings its pieces.
    pieces
        The pieces; see tilewright --help. trominoes+ is any number of each tromino.
    """
    kinds, lengths, ways = kinds or Kinds(), lengths or Lengths(), ways or Ways()
    limits, rules, show = limits or Limits(), rules or Rules(), show or Show()
    strip, square = _STRIP.fullmatch(board), _SQUARE.fullmatch(board)
    if (strip or square) and (kinds.by_piece or kinds.weight or kinds.cost or kinds.heat or ways.check):
        raise RequestError(
            "by piece, weights, costs, heat and checks are about one board, not about all lengths",
            where=board,
        )
    announce_counting()
    if square or strip:
        from tilewright.cli.sequence import count_squares, count_strip

        if strip is None:
            return count_squares(pieces, kinds, lengths, limits, rules, show)
        width, along_rows = int(strip[1] or strip[2]), bool(strip[2])
        return count_strip(width, along_rows, pieces, kinds, lengths, limits, rules, show)
    if lengths != Lengths():
        raise RequestError("--at, --upto and --bfile are for boards with an N, such as 4xN", where=board)
    problem = read_problem(board, pieces, rules)
    began = time.perf_counter()
    line = ProgressLine(not show.json)
    with line:
        answer = _answer(problem, kinds, ways, limits, line)
    answer.seconds = time.perf_counter() - began
    return _finish(problem, answer, show)


@dataclass
class _Answer:
    """What was found: the number, what to print for people, and keys for JSON."""

    value: int
    lines: list[str]
    keys: dict[str, Any]
    method: str = "frontier"
    said: str = ""
    seconds: float = 0.0


def _answer(problem: Problem, kinds: Kinds, ways: Ways, limits: Limits, line: ProgressLine) -> _Answer:
    from tilewright import counting

    memory, threads = limits.memory(), limits.checked_threads()
    tell = lambda progress: show_count(line, progress)  # noqa: E731
    chosen = [bool(part) for part in (kinds.unique, kinds.by_piece or kinds.weight, kinds.cost, kinds.heat)]
    if sum(chosen) > 1:
        raise RequestError("choose one of --unique, --by-piece (with --weight), --cost and --heat")
    if any(chosen) and (ways.check or ways.checkpoint or kinds.modulo is not None):
        raise RequestError("--check, --checkpoint and --mod are for the plain number of tilings")
    if kinds.unique:
        up_to = counting.count_up_to_symmetry(problem, threads=threads, max_memory=memory, progress=tell)
        fixed = {name: str(number) for name, number in up_to.fixed.items()}
        said = "; ".join(f"{name}: {number}" for name, number in fixed.items())
        return _Answer(up_to.value, [digits(up_to.value)], {"unique": True, "fixed": fixed}, said=said)
    if kinds.by_piece or kinds.weight:
        found = counting.count_by_piece(problem, threads=threads, max_memory=memory, progress=tell)
        return _by_piece(problem, found, kinds)
    if kinds.cost:
        return _cheapest(problem, kinds, memory, line)
    if kinds.heat:
        heat = counting.heat(problem, max_memory=memory, progress=tell)
        keys = {"right": _json_shares(heat.right), "below": _json_shares(heat.below)}
        return _Answer(heat.total, _heat_lines(heat), keys)
    details = counting.count_details(
        problem,
        modulus=_modulus(kinds),
        threads=threads,
        max_memory=memory,
        progress=tell,
        checkpoint=ways.checkpoint,
        scan=ways.scan,
        check=ways.check,
    )
    answer = _Answer(details.value, [digits(details.value)], {})
    if details.modulus:
        answer.keys["modulus"] = str(details.modulus)
    if details.checked:
        answer.keys["checked"] = details.checked
        answer.lines.append(f"checked {details.checked}")
    from tilewright.memory import in_units

    folded = ", mirror images as one" if details.folded else ""
    answer.said = (
        f"method: {details.method} ({'one state graph for all lines' if details.method == 'rows' else 'layer by layer'}"
        f"), scan by {details.scan}{folded}: {details.states:,} states, {in_units(details.nbytes)}"
        if details.method != "area"
        else "the areas of the pieces cannot add up to that of the board"
    )
    return answer


def _modulus(kinds: Kinds) -> int:
    if kinds.modulo is not None and kinds.modulo < 1:
        raise RequestError(f"a modulus is at least 1, not {kinds.modulo}", where="--mod")
    return kinds.modulo or 0


def _by_piece(problem: Problem, found: ByPiece, kinds: Kinds) -> _Answer:
    symbols, weights = {}, {}
    for name, value in _assignments(problem, kinds.weight, "--weight"):
        if name not in found.names:
            raise RequestError(
                f"there is no piece '{name}'; the pieces are {', '.join(found.names)}", where="--weight"
            )
        if re.fullmatch(r"[A-Za-z]\w*", value):
            symbols[name] = value
        else:
            weights[name] = _number(value, "--weight")
    keys: dict[str, Any] = {
        "by_piece": [
            {"copies": dict(zip(found.names, copies, strict=True)), "count": str(number)}
            for copies, number in found.counts.items()
        ]
    }
    lines = []
    if kinds.by_piece:
        if symbols:
            keys["polynomial"] = found.polynomial(symbols)
            lines.append(keys["polynomial"])
        else:
            lines += _table(found)
    if weights:
        total = found.weighed(weights)
        keys["weighed"] = str(total)
        lines.append(str(total))
    return _Answer(found.total, lines, keys)


def _table(found: ByPiece) -> list[str]:
    """Return the counts by piece as aligned columns, the number of tilings last."""
    rows = [[*found.names, "tilings"]]
    rows += [[*map(str, copies), str(number)] for copies, number in found.counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _cheapest(problem: Problem, kinds: Kinds, memory: int | None, line: ProgressLine) -> _Answer:
    from tilewright import counting
    from tilewright.cli.output import picture_text
    from tilewright.drawing import draw

    costs = {name: _number(value, "--cost") for name, value in _assignments(problem, kinds.cost, "--cost")}
    found = counting.cheapest(
        problem, costs, max_memory=memory, progress=lambda progress: show_count(line, progress)
    )
    keys = {"cost": str(found.cost), "cheapest": str(found.count), "tiling": found.tiling.to_json()}
    tilings = "tiling has" if found.count == 1 else "tilings have"
    lines = [picture_text(draw(found.tiling)), f"{found.count} {tilings} the least cost, {found.cost}"]
    return _Answer(found.count, lines, keys)


def _assignments(problem: Problem, words: tuple[str, ...], where: str) -> list[tuple[str, str]]:
    """Read NAME=VALUE; the name is that in tilings, or any word of the grammar for the piece."""
    pairs = []
    for word in words:
        name, equals, value = word.rpartition("=")
        if not equals or not name or not value:
            raise RequestError(f"'{word}' is not NAME=VALUE, such as I3=2", where=where)
        index = problem.piece_index(name)
        pairs.append((name if index is None else problem.names[index], value))
    return pairs


def _number(value: str, where: str) -> Fraction | int:
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise RequestError(
            f"'{value}' is not a number or a fraction, such as 2, -1 or 1/2", where=where
        ) from None
    return int(number) if number.denominator == 1 else number


def _heat_lines(heat: Heat) -> list[str]:
    """Return the mean share of boundaries around each cell, in percent."""
    return [
        " ".join("  ." if share != share else f"{100 * share:3.0f}" for share in row)
        for row in heat.cells().tolist()
    ]


def _json_shares(counts: Any) -> list[list[str | None]]:
    return [[str(count) if count >= 0 else None for count in row] for row in counts.tolist()]


def _finish(problem: Problem, answer: _Answer, show: Show) -> int:
    if show.json:
        print_json(
            {
                "board": problem.board.name,
                "pieces": problem.words(),
                "turn": problem.turn,
                "count": digits(answer.value),
                "method": answer.method,
                "seconds": round(answer.seconds, 6),
                **answer.keys,
            }
        )
    else:
        print("\n".join(answer.lines))
    if show.verbose:
        if answer.said:
            say(answer.said)
        say(f"counted in {duration(answer.seconds)}")
    return 0 if answer.value or "modulus" in answer.keys else 1
