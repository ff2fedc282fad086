"""``tilewright count``: the number of tilings, exactly; also by piece, weighted, cheapest, and how often edges are boundaries."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.cli.answers import (
    check_out,
    digits,
    picture_text,
    print_json,
    say,
    say_unwritten,
    tiling_picture,
)
from tilewright.cli.limits import Limits, Watch, announce_compiling, checked_threads, duration
from tilewright.cli.options import BoardWord, OutPath, Rules, Show, read_problem
from tilewright.cli.runs import Runs
from tilewright.cli.sequence import AskedLengths, Kinds, Ways
from tilewright.cover import compile_cover
from tilewright.errors import (
    MemoryLimitError,
    NoTilingError,
    OutputError,
    RequestError,
    TimeLimitError,
    quoted,
)
from tilewright.files.replacing import held
from tilewright.lattices.surface import is_flat_squares
from tilewright.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from tilewright.cli.options import Show
    from tilewright.counting import ByPiece, Cheapest, Count, Heat
    from tilewright.drawing import Picture

__all__ = ["VARIABLE", "Reply", "assignments", "by_piece", "cheapest", "count", "heat", "rates", "weighed"]

#: The name of a variable, which stands where a weight does.
VARIABLE = re.compile(r"[A-Za-z]\w*")
#: How a number is written: 12, -1.5, 2e10, 3/4.
_FORM = re.compile(
    r"(?P<sign>[+-]?)(?=\.?\d)(?P<above>\d*)(?:/(?P<below>\d+)|(?:\.(?P<behind>\d*))?(?:[eE](?P<power>[+-]?\d+))?)"
)
#: Digits that a number has at most.
_LONGEST = 100_000
#: Colors for shares from 0 to 100 %, in steps of ten: ever darker, so that no hue has to be told apart.
_SHADES = (
    "#fffaf0", "#fff0d9", "#fee3bd", "#fdd29c", "#fdbf81", "#fca768",
    "#f48a54", "#e76a45", "#d44832", "#b8241c", "#8f0a0a",
)  # fmt: skip


@dataclass
class Reply:
    """What was found: the number, what to print for people, keys for JSON, how, and a picture to save.

    The method is that of `tilewright.counting.Count`, or ``"graph"`` where the whole state graph was kept.
    """

    value: int
    lines: list[str]
    keys: dict[str, Any]
    method: str = "layers"
    said: str = ""
    seconds: float = 0.0
    picture: Picture | None = field(default=None, repr=False)


def assignments(problem: Problem, words: tuple[str, ...], where: str) -> dict[str, str]:
    """Read NAME=VALUE; the name is that in tilings, or any word of the grammar for the piece."""
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.rpartition("=")
        if not equals or not name or not value:
            raise RequestError(f"'{word}' is not NAME=VALUE, such as I3=2", where=where)
        index = problem.piece_index(name)
        name = name if index is None else problem.names[index]
        if name in values:
            raise RequestError(f"{name} is given twice, {values[name]} and {value}", where=where)
        values[name] = value
    return values


def by_piece(found: ByPiece, given: dict[str, str]) -> Reply:
    """Return the numbers by piece, and what they weigh if anything is given a weight."""
    symbols, weights = {}, {}
    for name, value in given.items():
        if name not in found.names:
            raise RequestError(
                f"there is no piece '{name}'; the pieces are {', '.join(found.names)}", where="--weight"
            )
        if VARIABLE.fullmatch(value):
            symbols[name] = value
        else:
            weights[name] = _number(value, "--weight")
    keys: dict[str, Any] = {
        "by_piece": [
            {"copies": dict(zip(found.names, copies, strict=True)), "count": digits(number)}
            for copies, number in found.counts.items()
        ]
    }
    if symbols:
        keys["polynomial"] = found.polynomial(symbols, weights)
        return Reply(found.total, [keys["polynomial"]], keys)
    lines = _table(found) if found.counts else ["0"]
    if weights:
        total = weighed(found.weighed(weights), found.total)
        keys |= total.keys
        lines += total.lines
    return Reply(found.total, lines, keys)


def weighed(total: Fraction | int, number: int) -> Reply:
    """Return a sum of weights over this number of tilings."""
    above, below = total.as_integer_ratio()
    word = digits(above) if below == 1 else f"{digits(above)}/{digits(below)}"
    return Reply(number, [word], {"weighed": word})


def _table(found: ByPiece) -> list[str]:
    """Return the counts by piece as aligned columns, the number of tilings last."""
    rows = [[*found.names, "tilings"]]
    rows += [[*map(str, copies), digits(number)] for copies, number in found.counts.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def rates(given: dict[str, str], where: str) -> dict[str, Fraction | int]:
    """Return what was given for each piece as numbers."""
    return {name: _number(value, where) for name, value in given.items()}


def cheapest(problem: Problem, found: Cheapest, show: Show, out: Path | None) -> Reply:
    """Return the least cost, how many tilings have it, and a picture of the first."""
    keys = {"cost": str(found.cost), "cheapest": digits(found.count), "tiling": found.tiling.to_json()}
    tilings = "tiling has" if found.count == 1 else "tilings have"
    picture = tiling_picture(found.tiling, problem.board, lines=out is None or out.suffix.lower() == ".txt")
    lines = [] if show.quiet else [picture_text(picture, show.color)]
    lines.append(f"{digits(found.count)} {tilings} the least cost, {found.cost}")
    return Reply(found.count, lines, keys, "graph", picture=picture)


def _number(value: str, where: str) -> Fraction | int:
    """Read a number or a fraction exactly, if it is not so long that nothing could stop the reading of it."""
    form = _FORM.fullmatch(value)
    if form is None or (form["below"] or "1").strip("0") == "":
        raise RequestError(
            f"{quoted(value)} is not a number or a fraction, such as 2, -1 or 1/2", where=where
        )
    power = int(form["power"] or 0) if len(form["power"] or "") < 10 else _LONGEST
    if len(value) + abs(power) > _LONGEST:
        raise RequestError(
            f"{quoted(value)} is too long a number: up to {_LONGEST:,} digits are read, an exponent written out",
            where=where,
        )
    behind = form["behind"] or ""
    number = Fraction(_integer(form["sign"] + form["above"] + behind), _integer(form["below"] or "1"))
    number *= Fraction(10) ** (power - len(behind))
    return int(number) if number.denominator == 1 else number


def _integer(text: str) -> int:
    """Read digits; Python by itself refuses some thousands of them."""
    if len(text) < 4000:
        return int(text)
    from flint import fmpz

    return int(fmpz(text))


def heat(problem: Problem, found: Heat, show: Show) -> Reply:
    """Return how often the edges around each cell are boundaries: a picture in color, else a table in percent."""
    from tilewright.cli.answers import terminal_color

    percents = found.percents()
    flat = is_flat_squares(problem.board)
    picture = _heat_picture(problem, found.total, percents)
    if flat:
        keys: dict[str, Any] = {"right": _shares(found.right), "below": _shares(found.below)}
    else:
        cells = compile_cover(problem).cells
        keys = {
            "edges": [
                {"cells": pair, "boundaries": digits(number)}
                for pair, number in zip(cells[found.pairs].tolist(), found.boundaries.tolist(), strict=True)
            ]
        }
    if show.quiet:
        lines = [digits(found.total)]
    elif not flat or terminal_color(show.color) == "none":
        # Of cubes layer by layer, parted by an empty line.
        layers = percents if percents.ndim == 3 else percents[None]
        tables = [[_percents(row) for row in layer.tolist()] for layer in layers]
        lines = "\n\n".join("\n".join(table) for table in tables).split("\n")
    else:
        lines = picture_text(picture, show.color).splitlines()
    return Reply(found.total, lines, keys, "graph", picture=picture)


def _percents(row: list[int]) -> str:
    return " ".join("  ." if percent < 0 else f"{percent:3}" for percent in row)


def _heat_picture(problem: Problem, total: int, percents: NDArray[np.int16]) -> Picture:
    """Draw the percents: what is written in a cell decides its color."""
    from tilewright.drawing import Palette, draw_board

    levels = (np.maximum(percents, 0) + 5) // 10
    return draw_board(
        problem.board,
        coloring=levels,
        words=np.where(percents >= 0, percents.astype(str), ""),
        palette=Palette("shades", _SHADES),
        title=f"How often edges are boundaries, over {digits(total)} tilings of a {problem.board} board, in percent",
    )


def _shares(counts: Any) -> list[list[str | None]]:
    return [[digits(count) if count >= 0 else None for count in row] for row in counts.tolist()]


#: What stands before a shape: words for lattice and surface.
_ON = r"((?:[a-z]+:)*)"
_STRIP = re.compile(_ON + r"(?:(\d+)[xX×][nN]|[nN][xX×](\d+))")
_SQUARE = re.compile(_ON + r"[nN][xX×][nN]")


def count(
    board: BoardWord,
    /,
    *pieces: str,
    kinds: Kinds | None = None,
    lengths: AskedLengths | None = None,
    ways: Ways | None = None,
    out: OutPath = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
    runs: Runs | None = None,
    show: Show | None = None,
) -> int:
    """Count the tilings exactly, without listing any.

    Prints the number; exits with 1 if it is 0. A board 4xN or Nx4 stands for all
    lengths: prints the recurrence, the generating function and the first numbers;
    NxN for all squares. With --json, numbers of tilings are strings of digits, as
    they outgrow other programs' numbers.

    For example:

      tilewright count 9x12 trominoes+              # 20574308184277971
      tilewright count 6x10 pentominoes --unique    # 2339
      tilewright count 8x8 I3+ L3+ monomino=0..4 --by-piece
      tilewright count 4xN trominoes+
      tilewright count 9xN trominoes+ --at 1000000000000 --mod 1000000007
      tilewright count NxN L3+ --upto 15 --bfile b.txt
      tilewright count NxN L3+ --upto 16 --run runs/l3 --cluster 2

    Parameters
    ----------
    board
        The board; 4xN, Nx4 and NxN for all N; or a named puzzle, which brings its pieces.
    pieces
        The pieces; see tilewright --help. trominoes+ is any number of each tromino.
    out
        Save the picture of --heat or --cost (.svg .png .pdf .txt).
    """
    kinds, lengths, ways = kinds or Kinds(), lengths or AskedLengths(), ways or Ways()
    limits, rules, show = (limits or Limits()).checked(), rules or Rules(), show or Show()
    runs = runs or Runs()
    runs.check(
        threads=ways.threads is not None, checkpoint=ways.checkpoint is not None, at=lengths.at is not None
    )
    strip, square = _STRIP.fullmatch(board), _SQUARE.fullmatch(board)
    checked_threads(ways.threads)
    _check_kinds(kinds, ways)
    _check_output(out, kinds, show)
    if runs.run is not None and not square:
        raise RequestError(
            "a run counts a table, each board a task: NxN with --upto; a strip has one state graph for all lengths, and one "
            "board has a --checkpoint",
            where="--run",
        )
    if square or strip:
        from tilewright.cli.sequence import (
            check_lengths,
            count_squares,
            count_squares_in_run,
            count_strip,
        )

        check_lengths(board, kinds, lengths, ways, rules, show, strip=strip is not None)
        announce_compiling("counting")
        if square is not None and runs.run is not None:
            return count_squares_in_run(square[1], pieces, kinds, lengths, ways, limits, rules, show, runs)
        if square is not None:
            return count_squares(square[1], pieces, kinds, lengths, ways, limits, rules, show)
        assert strip is not None
        width, along_rows = int(strip[2] or strip[3]), bool(strip[3])
        return count_strip(strip[1], width, along_rows, pieces, kinds, lengths, ways, limits, rules, show)
    if lengths != AskedLengths():
        raise RequestError(
            "--at, --upto, --bfile and --against are for boards with an N, such as 4xN", where=board
        )
    head: dict[str, Any] = {"board": board, "pieces": list(pieces), "turn": rules.turn or "free"}
    began = time.perf_counter()
    watch = Watch(limits, not show.json, ways.checkpoint)
    try:
        with watch:
            problem = read_problem(board, pieces, rules)
            head = {"board": problem.board.name, "pieces": problem.words(), "turn": problem.turn}
            weights = assignments(problem, kinds.weight, "--weight")
            costs = assignments(problem, kinds.cost, "--cost")
            _check_place(ways.checkpoint)
            announce_compiling("counting")
            if ways.check:
                announce_compiling()
            began = time.perf_counter()
            with held(ways.checkpoint):
                answer = _answer(problem, kinds, weights, costs, ways, limits.memory(), watch, show, out)
    except KeyboardInterrupt:
        return _stopped(head, f"interrupted{watch.how_far()}", 130, watch, ways, show, began)
    except TimeLimitError as error:
        return _stopped(head, error.message, error.exit_code, watch, ways, show, began)
    except MemoryLimitError as error:
        if ways.checkpoint is None or not ways.checkpoint.exists():
            raise
        more = f"; with more memory the same command goes on from {ways.checkpoint}"
        raise MemoryLimitError(error.message + more, where=error.where) from None
    answer.seconds = time.perf_counter() - began
    return _finish(head, answer, out, show)


def _check_kinds(kinds: Kinds, ways: Ways) -> None:
    """Find out before the work what makes no sense together."""
    if kinds.modulo is not None and kinds.modulo < 1:
        raise RequestError(f"a modulus is at least 1, not {kinds.modulo}", where="--mod")
    weighing = [("--weight without --by-piece", kinds.weight and not kinds.by_piece)]
    chosen = [bool(part) for part in (kinds.unique, kinds.by_piece or kinds.weight, kinds.cost, kinds.heat)]
    if sum(chosen) > 1:
        raise RequestError("choose one of --unique, --by-piece (with --weight), --cost and --heat")
    if any(chosen) and ways.scan != "auto":
        raise RequestError("this is for the plain number of tilings", where="--scan")
    for name, given in (("--cost", kinds.cost), ("--heat", kinds.heat), *weighing):
        if given and ways.checkpoint:
            raise RequestError(
                f"this is for numbers of tilings, also with --unique, --by-piece and --mod, not for {name}",
                where="--checkpoint",
            )
    if any(chosen[1:]) and ways.check:
        raise RequestError("this is for the number of tilings, also up to symmetry", where="--check")
    if any(chosen[1:]) and kinds.modulo is not None:
        raise RequestError("this is for the number of tilings", where="--mod")
    if kinds.weight and not kinds.by_piece:
        for word in kinds.weight:
            if VARIABLE.fullmatch(word.rpartition("=")[2]):
                raise RequestError(f"'{word}' names a variable; that needs --by-piece", where="--weight")


def _check_output(out: Path | None, kinds: Kinds, show: Show) -> None:
    """Find out before the work whether there will be a picture, and whether it can be written."""
    if out is None:
        return
    if not (kinds.heat or kinds.cost):
        raise RequestError("a number has no picture; --heat and --cost have one", where="-o")
    check_out(out, show)


def _check_place(checkpoint: Path | None) -> None:
    """Find out before the work whether a checkpoint can be written."""
    if checkpoint is None:
        return
    folder = checkpoint.parent
    if checkpoint.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        what = "this is a folder" if checkpoint.is_dir() else f"the folder {folder} cannot be written to"
        raise OutputError(f"{what}; a checkpoint is a file", where=str(checkpoint))


def _answer(
    problem: Problem,
    kinds: Kinds,
    weights: dict[str, str],
    costs: dict[str, str],
    ways: Ways,
    memory: int | None,
    watch: Watch,
    show: Show,
    out: Path | None,
) -> Reply:
    from tilewright import counting

    threads = ways.threads
    if kinds.unique:
        up_to = counting.count_up_to_symmetry(
            problem,
            threads=threads,
            max_memory=memory,
            progress=watch,
            checkpoint=ways.checkpoint,
            check=ways.check,
        )
        fixed = {name: digits(number) for name, number in up_to.fixed.items()}
        keys: dict[str, Any] = {"unique": True, "fixed": fixed}
        if up_to.checked:
            keys["checked"] = up_to.checked
        if kinds.modulo is not None:
            keys["modulus"] = digits(kinds.modulo)
        value = up_to.value % (kinds.modulo or up_to.value + 1)
        lines = [digits(value), *([f"checked {up_to.checked}"] if up_to.checked else [])]
        return Reply(value, lines, keys, up_to.method, said=_fixed_words(up_to.fixed))
    if kinds.by_piece:
        found = counting.count_by_piece(
            problem, threads=threads, max_memory=memory, progress=watch, checkpoint=ways.checkpoint
        )
        return by_piece(found, weights)
    if weights:
        exact = rates(weights, "--weight")
        total = counting.weigh(problem, exact, threads=threads, max_memory=memory, progress=watch)
        number = counting.count_details(problem, threads=threads, max_memory=memory, progress=watch)
        answer = weighed(total, number.value)
        answer.method = number.method
        return answer
    try:
        if kinds.cost:
            least = counting.cheapest(problem, rates(costs, "--cost"), max_memory=memory, progress=watch)
            return cheapest(problem, least, show, out)
        if kinds.heat:
            return heat(problem, counting.heat(problem, max_memory=memory, progress=watch), show)
    except NoTilingError:
        return Reply(0, ["There is no tiling."], {})
    details = counting.count_details(
        problem,
        modulus=kinds.modulo or 0,
        threads=threads,
        max_memory=memory,
        progress=watch,
        checkpoint=ways.checkpoint,
        scan=ways.scan,
        check=ways.check,
    )
    answer = Reply(details.value, [digits(details.value)], {})
    if details.modulus:
        answer.keys["modulus"] = digits(details.modulus)
    if details.checked:
        answer.keys["checked"] = details.checked
        answer.lines.append(f"checked {details.checked}")
    answer.method = details.method
    answer.keys["why"] = details.why
    answer.said = f"method: {_how(details)}; {details.why}"
    return answer


def _fixed_words(fixed: dict[str, int]) -> str:
    """Return how many tilings each symmetry takes to themselves; where a board is also moved over itself, how many at least and at most."""
    groups: dict[str, list[int]] = {}
    for name, number in fixed.items():
        turned, moved, _ = name.partition(", moved by ")
        groups.setdefault(f"{turned} and moved" if moved else turned, []).append(number)
    words = []
    for name, numbers in groups.items():
        least, most = digits(min(numbers)), digits(max(numbers))
        many = f", {len(numbers)} ways" if len(numbers) > 1 else ""
        words.append(f"{name}{many}: {least if least == most else f'{least} to {most}'}")
    return "; ".join(words)


def _how(details: Count) -> str:
    """Say how a number was found."""
    from tilewright.system.memory import in_units

    if details.method == "area":
        return "by the areas"
    if details.method == "listing":
        return "listing (the tilings are found one after the other)"
    graph = "one state graph for all lines" if details.method == "rows" else "layer by layer"
    folded = ", mirror images as one" if details.folded else ""
    return (
        f"{details.method} ({graph}), scan by {details.scan}{folded}: {details.states:,} states, "
        f"{in_units(details.nbytes)}"
    )


def _stopped(
    head: dict[str, Any], why: str, code: int, watch: Watch, ways: Ways, show: Show, began: float
) -> int:
    """Say how far a count came that was stopped, and what is left of it."""
    kept = ways.checkpoint is not None and ways.checkpoint.exists()
    if show.json:
        far = watch.last
        print_json(
            {
                **head,
                "complete": False,
                "stopped_by": "interrupt" if code == 130 else "timeout",
                "count": None,
                "phase": far.phase if far else None,
                "unit": far.unit if far else None,
                "done": far.done if far else 0,
                "total": far.total or None if far else None,
                "states": far.states if far else None,
                **({"part": far.part} if far and far.part else {}),
                "checkpoint": str(ways.checkpoint) if kept else None,
                "seconds": round(time.perf_counter() - began, 6),
            }
        )
        return code
    on = f"; the same command goes on from {ways.checkpoint}" if kept else ""
    say(f"tilewright: {why}{on}")
    return code


def _finish(head: dict[str, Any], answer: Reply, out: Path | None, show: Show) -> int:
    if show.json:
        print_json(
            {
                **head,
                "complete": True,
                "count": digits(answer.value),
                "method": answer.method,
                "seconds": round(answer.seconds, 6),
                **answer.keys,
            }
        )
    elif (out is None or answer.picture is None) and answer.lines:
        print("\n".join(answer.lines))
    if out is not None:
        if answer.picture is None:
            say_unwritten(out)
        else:
            from tilewright.drawing import save

            save(answer.picture, out)
    if show.verbose:
        if answer.said:
            say(answer.said)
        say(f"counted in {duration(answer.seconds)}")
    return 0 if answer.value or "modulus" in answer.keys else 1
