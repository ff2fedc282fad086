"""Options of ``tilewright count``, and its answers on boards with an N: strips and squares."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.board import LARGEST_AREA
from tilewright.cli.answers import digits, print_json, say
from tilewright.cli.limits import PATIENCE, Limits, TimeLimit, Watch, duration
from tilewright.cli.options import Natural, Positive, Rules, Show, Threads, options, refuse
from tilewright.cli.panels import FIND, LIMITS, OUTPUT, RUNS
from tilewright.cli.runs import Runs, say_unfinished, work_on
from tilewright.errors import LimitError, RequestError
from tilewright.exchange.bfile import bfile_text, differing, read_bfile
from tilewright.files.replacing import write
from tilewright.problem import Problem

if TYPE_CHECKING:
    from tilewright.counting import Strip

__all__ = [
    "Asked",
    "AskedLengths",
    "CountingOptions",
    "Kinds",
    "count_sequence",
]


@options(FIND)
class Kinds:
    """What to count, beside the number of tilings."""

    unique: bool = False
    """Count rotations and reflections of a tiling once."""

    by_piece: bool = False
    """Count by how many copies of each piece are used."""

    weight: Annotated[tuple[str, ...], Parameter(metavar="PIECE=W")] = ()
    """Sum the products of weights, such as I3=2 or I3=1/2. With --by-piece, I3=x names a variable. Repeat for more pieces."""

    cost: Annotated[tuple[str, ...], Parameter(metavar="PIECE=C")] = ()
    """Give pieces costs, such as I3=2; find the least total cost and how many tilings have it. Repeat for more pieces."""

    heat: bool = False
    """Show for each cell how often its edges are boundaries of tiles, in percent."""

    exact: bool = False
    """With --heat: exact numbers even where shares in floating point are much faster."""

    mod: Positive | None = None
    """Count modulo N."""


@options(FIND)
class AskedLengths:
    """Options for boards with an N in them."""

    at: Natural | None = None
    """On a board such as 4xN: count only for this N, which may be very large."""

    upto: Natural | None = None
    """On a board such as 4xN or NxN: count for each N from 0 to this one. [default: 8 for NxN, 100 for files]"""

    against: Annotated[Path | None, Parameter(metavar="FILE")] = None
    """Compare with the numbers in an OEIS b-file. Exits with 1 if any differs."""

    bfile: Annotated[Path | None, Parameter(allow_leading_hyphen=True, group=OUTPUT, metavar="FILE")] = None
    """Write the numbers to FILE in the b-file format of the OEIS."""


@options(LIMITS)
class CountingOptions:
    """How to count."""

    direction: Literal["auto", "rows", "columns", "layers"] = "auto"
    """Process the cells along these lines (layers: only for cubes). auto chooses the fastest. [default: auto]"""

    check: Annotated[bool, Parameter(group=FIND)] = False
    """Count again with another method, and name it."""

    checkpoint: Annotated[Path | None, Parameter(group=RUNS, metavar="FILE")] = None
    """Save progress to FILE (and FILE.states), and resume from it if it exists."""

    threads: Threads = None


#: Terms shown by default.
_TERMS = 12
#: Coefficients printed at most; longer recurrences are only in the JSON.
_PRINTED = 60
#: Squares counted and lengths written to a file by default.
_SQUARES, _FILED = 8, 100
#: Digits of the longest numbers that the OEIS accepts in a b-file.
_DIGITS = 1000


@dataclass(frozen=True)
class Asked:
    """A request of ``tilewright count``, as it was typed."""

    board: str
    pieces: tuple[str, ...]
    kinds: Kinds
    lengths: AskedLengths
    ways: CountingOptions
    limits: Limits
    rules: Rules
    runs: Runs
    show: Show

    @property
    def modulus(self) -> int:
        """The modulus; 0 for none."""
        return self.kinds.mod or 0


def count_sequence(asked: Asked, on: str, width: int | None, *, along_rows: bool = False) -> int:
    """Count on all boards of one width, or on squares if `width` is None; `on` is the prefix of the shape."""
    _check_lengths(asked, strip=width is not None)
    if width is not None:
        return _count_strip(asked, on, width, along_rows)
    return _count_squares(asked, on) if asked.runs.run is None else _count_squares_in_run(asked, on)


def _check_lengths(asked: Asked, *, strip: bool) -> None:
    """Check before the work that the options fit a board with an N."""
    kinds, lengths, ways, rules, board = asked.kinds, asked.lengths, asked.ways, asked.rules, asked.board
    one = lengths.at is not None
    other = "--upto" if lengths.upto is not None else "--bfile"
    largest = math.isqrt(LARGEST_AREA)
    # Terms are counted in order, so nobody would live to see larger ones.
    far = f"must be at most {largest}, as a board has at most {LARGEST_AREA} cells"
    refuse(
        (
            kinds.by_piece or kinds.weight or kinds.cost or kinds.heat or ways.checkpoint is not None,
            "--by-piece, --weight, --cost, --heat and --checkpoint need a board without N",
            board,
        ),
        (
            strip and (kinds.unique or ways.direction != "auto"),
            "--unique and --direction need a board without N",
            board,
        ),
        (not strip and (lengths.at or 0) > largest, far, "--at"),
        (not strip and (lengths.upto or 0) > largest, far, "--upto"),
        (
            one and (lengths.upto is not None or lengths.bfile is not None),
            f"choose one of --at (a single N) and {other} (all up to N)",
            None,
        ),
        (
            lengths.against is not None and (one or asked.modulus),
            "a b-file lists exact terms for consecutive n; leave --at and --mod out",
            "--against",
        ),
        (
            asked.modulus and strip and lengths == AskedLengths(),
            "a recurrence has integer coefficients; add --at N or --upto N to count modulo a number",
            "--mod",
        ),
        (rules.by_wrap, "this option needs a board without N", "--by-wrap"),
        (rules.placed, "this option needs a board without N", "--placed"),
        (rules.empty not in (None, "0", "all"), "must be 0 or all if a side of the board is N", "--empty"),
        (
            not asked.pieces,
            "name at least one piece after the board, such as trominoes+",
            "PIECES",
        ),
    )
    if lengths.against is not None:
        read_bfile(lengths.against)
    if lengths.bfile is not None:
        from tilewright.drawing import check_path

        check_path(lengths.bfile, ending=".txt")
        if asked.show.json and str(lengths.bfile) == "-":
            raise RequestError(
                "cannot write both the b-file and the JSON to standard output", where="--bfile"
            )


def _count_strip(asked: Asked, on: str, width: int, along_rows: bool) -> int:
    """Count on all boards of one width: `width` x N, or N x `width` along the rows."""
    from tilewright import counting

    if width < 1:
        raise RequestError(f"a strip must be at least 1 cell wide, got {width}", where="BOARD")
    with Watch(asked.limits, not asked.show.json) as watch:
        strip = counting.strip(
            width,
            *asked.pieces,
            turn=asked.rules.turn,
            along="rows" if along_rows else "columns",
            empty=asked.rules.empty == "all",
            on=on,
            threads=asked.ways.threads,
            max_memory=asked.limits.memory(),
            progress=watch,
        )
        head: dict[str, Any] = {
            "board": strip.on + (f"Nx{width}" if along_rows else f"{width}xN"),
            "pieces": [piece.word() for piece in strip.pieces],
            "turn": strip.turn,
        }
        return _strip_answer(strip, head, asked, watch)


def _strip_answer(strip: Strip, head: dict[str, Any], asked: Asked, watch: Watch) -> int:
    lengths, show = asked.lengths, asked.show
    if lengths.at is not None:
        value = strip.term(lengths.at, asked.modulus)
        checked = _check(strip, [(lengths.at, value)], asked.ways, asked.modulus)
        watch.wipe()
        _say_how(strip, show, watch)
        if show.json:
            print_json(head | _method(strip) | _one(lengths.at, value, asked) | checked | watch.took())
        else:
            print("\n".join([digits(value), *(f"checked: {how}" for how in checked.values())]))
        return 0 if value or asked.modulus else 1
    if lengths != AskedLengths():
        upto = _FILED if lengths.upto is None else lengths.upto
        if lengths.against is not None and lengths.upto is None:
            upto = min(upto, max(read_bfile(lengths.against)))
        terms = list(enumerate(strip.terms(upto + 1)))
        checked = _check(strip, terms, asked.ways)
        watch.wipe()
        _say_how(strip, show, watch)
        return _print_terms(head | _method(strip) | checked, terms, asked, watch)
    return _print_strip(strip, head, asked, watch)


def _check(
    strip: Strip, values: list[tuple[int, int]], ways: CountingOptions, modulus: int = 0
) -> dict[str, str]:
    """Count again with another method if `--check` was given; return its JSON."""
    if not ways.check:
        return {}
    how = strip.check(values, modulus)
    return {"checked": how} if how else {}


def _print_strip(strip: Strip, head: dict[str, Any], asked: Asked, watch: Watch) -> int:
    values = strip.terms(_TERMS * strip.period + 1 if strip.period > 1 else _TERMS + 1)
    shown = [(n, value) for n, value in enumerate(values) if n % strip.period == 0]
    fraction = strip.generating_function()
    recurrence = strip.recurrence
    degree = strip.degree
    checked = _check(strip, shown, asked.ways)
    watch.wipe()
    _say_how(strip, asked.show, watch)
    if asked.show.json:
        head["degree"] = degree
        head["states"] = strip.states
        head["proven"] = recurrence is not None
        if recurrence is not None and fraction is not None:
            head["recurrence"] = [str(c) for c in recurrence]
            head["holds_from"] = strip.holds_from
            head["numerator"] = [str(c) for c in fraction[0]]
            head["denominator"] = [str(c) for c in fraction[1]]
        head["terms"] = _listed(enumerate(values))
        print_json(head | _method(strip) | checked | watch.took())
        return 0
    if recurrence is not None and fraction is not None and len([c for c in recurrence if c]) <= _PRINTED:
        print(f"a(n) = {_combination(recurrence)}    for n >= {max(strip.holds_from, len(recurrence))}")
        print(f"generating function: ({_polynomial(fraction[0])}) / ({_polynomial(fraction[1])})")
        say(
            f"order {degree}; proven to be the least possible, as the order is at most {strip.states * strip.period} (the number of states)"
        )
    else:
        why = "" if recurrence is not None else ", found modulo primes"
        print(
            f"a linear recurrence of order {degree}{why}; use --at N for a single number, --json for everything"
        )
    if strip.period > 1:
        say(f"because of the area, n must be a multiple of {strip.period}")
    for n, value in shown:
        print(f"a({n}) = {value}")
    for how in checked.values():
        say(f"checked: {how}")
    return 0


def _method(strip: Strip) -> dict[str, str]:
    """Return what JSON says about how terms were found: by one state graph, or as separate boards."""
    return {"method": "rows" if strip.has_graph else "boards"}


def _say_how(strip: Strip, show: Show, watch: Watch) -> None:
    """Explain under --verbose how the terms were found."""
    if not show.verbose:
        return
    taken = duration(watch.seconds)
    if strip.has_graph:
        say(f"{strip.states:,} states between lines, {strip.graph.edges:,} edges, {taken}")
    else:
        say(f"counted as separate boards, which is faster than finding all states of the strip: {taken}")


def _count_squares(asked: Asked, on: str) -> int:
    """Count on the squares 0x0, 1x1, 2x2, … up to a size, or on one of them."""
    from tilewright.counting import count_square

    lengths, turn = asked.lengths, asked.rules.turn
    upto = _SQUARES if lengths.upto is None else lengths.upto
    found: list[tuple[int, int]] = []
    checked: list[str] = []
    methods: list[str] = []
    stopped: LimitError | KeyboardInterrupt | None = None
    words = list(asked.pieces)
    watch = Watch(asked.limits, not asked.show.json)
    try:
        with watch:
            probe = Problem(f"{on}1x1", *asked.pieces, turn=turn)
            turn, words = probe.turn, probe.words()
            for n in [lengths.at] if lengths.at is not None else range(upto + 1):
                square = count_square(
                    n,
                    *probe.pieces,
                    turn=turn,
                    on=on,
                    empty=asked.rules.empty == "all",
                    unique=asked.kinds.unique,
                    modulus=asked.modulus,
                    threads=asked.ways.threads,
                    max_memory=asked.limits.memory(),
                    progress=watch,
                    direction=asked.ways.direction,
                    check=asked.ways.check,
                )
                methods += [square.method] if square.method else []
                checked += [square.checked] if square.checked else []
                found.append((n, square.value))
    except (LimitError, KeyboardInterrupt) as error:
        # The numbers found so far are still printed.
        stopped = error
    head = _squares_head(on, words, turn, methods, checked, complete=stopped is None)
    code = 0
    if lengths.at is None:
        code = _print_terms(head, found, asked, watch)
    elif found:
        code = 0 if found[0][1] or asked.modulus else 1
        if asked.show.json:
            print_json(head | _one(*found[0], asked) | watch.took())
        else:
            print("\n".join([digits(found[0][1]), *(f"checked: {how}" for how in checked)]))
    if stopped is not None:
        raise stopped
    return code


def _squares_head(
    on: str, words: list[str], turn: str | None, methods: list[str], checked: list[str], *, complete: bool
) -> dict[str, Any]:
    """Return what JSON says about a table of squares beside the numbers."""
    return {
        "board": f"{on}NxN",
        "pieces": words,
        "turn": turn,
        **({"checked": "; ".join(dict.fromkeys(checked))} if checked else {}),
        "method": ", ".join(dict.fromkeys(methods)) or "area",
        "complete": complete,
    }


def _count_squares_in_run(asked: Asked, on: str) -> int:
    """Count on the squares up to a size in a run; each square is a task."""
    from flint import fmpz

    from tilewright.cluster import CountsWork, Run

    assert asked.runs.run is not None
    work = CountsWork.of(
        *asked.pieces,
        upto=_SQUARES if asked.lengths.upto is None else asked.lengths.upto,
        turn=asked.rules.turn,
        on=on,
        empty=asked.rules.empty == "all",
        unique=asked.kinds.unique,
        modulus=asked.modulus,
        direction=asked.ways.direction,
        check=asked.ways.check,
        max_memory=asked.limits.memory(),
    )
    with TimeLimit(asked.limits.timeout, PATIENCE) as limit, Run(asked.runs.run, work) as run:
        limit.trust()
        interrupted = work_on(run, asked.runs, shown=not asked.show.json)
        answers = run.answers()
        head = _squares_head(
            on,
            work.description["pieces"],
            work.description["turn"],
            [answer["method"] for answer in answers if answer["method"]],
            [answer["checked"] for answer in answers if answer["checked"]],
            complete=run.complete,
        )
        terms = [(answer["n"], int(fmpz(answer["count"]))) for answer in answers]
        code = _print_terms(head, terms, asked, limit)
        return code if run.complete else say_unfinished(run, interrupted)


def _one(n: int, value: int, asked: Asked) -> dict[str, str]:
    """Return what JSON says about one number."""
    modulus = {"modulus": digits(asked.modulus)} if asked.modulus else {}
    return {"at": digits(n), "count": digits(value), **modulus}


def _print_terms(head: dict[str, Any], terms: list[tuple[int, int]], asked: Asked, limit: TimeLimit) -> int:
    """Print or save numbers, compare them with a b-file, and return the exit code."""
    bfile, against = asked.lengths.bfile, asked.lengths.against
    said: list[str] = []
    if asked.modulus:
        terms = [(n, value % asked.modulus) for n, value in terms]
        head = head | {"modulus": digits(asked.modulus)}
    if bfile is not None:
        write(bfile_text((n, digits(value)) for n, value in terms), bfile)
        said.append(_file_words(terms, bfile))
    if "checked" in head:
        said.append(f"checked: {head['checked']}")
    wrong: list[int] = []
    if against is not None:
        compared, wrong = differing(terms, read_bfile(against))
        head = head | {"against": {"file": str(against), "compared": compared, "differ": wrong}}
        which = f", and differ for n = {', '.join(map(str, wrong))}" if wrong else ": all agree"
        said.append(f"{against}: {compared} number{'' if compared == 1 else 's'} compared{which}")
    if asked.show.json:
        print_json(head | {"terms": _listed(terms)} | limit.took())
    else:
        for n, value in terms if bfile is None else ():
            print(f"{n} {digits(value)}")
        for line in said:
            say(line)
    return 1 if wrong else 0


def _file_words(terms: list[tuple[int, int]], bfile: Path) -> str:
    """Describe a b-file, and say from where on the OEIS would reject it."""
    if not terms:
        return f"{bfile} is empty"
    long = next((n for n, value in terms if value >= 10**_DIGITS), None)
    hint = f"; from n = {long} on they have more than the {_DIGITS:,} digits that the OEIS accepts"
    return (
        f"{bfile} contains the numbers for n = {terms[0][0]} to {terms[-1][0]}{'' if long is None else hint}"
    )


def _listed(terms: Iterable[tuple[int, int]]) -> list[dict[str, Any]]:
    """Return what JSON says about some numbers."""
    return [{"n": n, "count": digits(value)} for n, value in terms]


def _combination(coefficients: tuple[int, ...]) -> str:
    """Write c_1 a(n-1) + c_2 a(n-2) and so on."""
    text = ""
    for k, c in enumerate(coefficients, start=1):
        if c:
            factor = "" if abs(c) == 1 else f"{abs(c)} "
            text += f"{_sign(c, text)}{factor}a(n-{k})"
    return text or "0"


def _polynomial(coefficients: list[int]) -> str:
    """Write a polynomial in x, constant term first."""
    text = ""
    for k, c in enumerate(coefficients):
        if c:
            power = "" if k == 0 else "x" if k == 1 else f"x^{k}"
            factor = str(abs(c)) if abs(c) != 1 or not power else ""
            text += f"{_sign(c, text)}{factor}{'*' if factor and power else ''}{power}"
    return text or "0"


def _sign(c: int, before: str) -> str:
    if not before:
        return "-" if c < 0 else ""
    return " - " if c < 0 else " + "
