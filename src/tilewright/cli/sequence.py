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
from tilewright.cli.limits import PATIENCE, Limits, TimeLimit, Watch, announce_compiling, duration
from tilewright.cli.options import Natural, Positive, Rules, Show, options, refuse
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
    "Kinds",
    "Ways",
    "count_sequence",
]


@options
class Kinds:
    """What to count, beside the number of tilings."""

    unique: bool = False
    """Count up to the rotations and reflections of the problem."""

    by_piece: bool = False
    """Tell the tilings apart by how many copies of each piece they use."""

    weight: tuple[str, ...] = ()
    """Weigh a piece, such as I3=2 or I3=1/2: the sum of the products of the weights; with --by-piece, I3=x names a variable."""

    cost: tuple[str, ...] = ()
    """What a piece costs, such as I3=2: the least cost of a tiling, and how many tilings have it."""

    heat: bool = False
    """Show for each cell how often the edges around it are boundaries of tiles, in percent; --json has each edge."""

    modulo: Annotated[Positive | None, Parameter(name=["--mod", "--modulo"])] = None
    """Count modulo this number."""


@options
class AskedLengths:
    """For boards with an N in them."""

    at: Natural | None = None
    """The number for this N only, however large."""

    upto: Natural | None = None
    """The numbers up to this N; 8 for NxN and 100 for a file when not given."""

    bfile: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None
    """Write the numbers to this file in the format of the OEIS."""

    against: Path | None = None
    """Compare the numbers with those in this b-file of the OEIS; exits with 1 if one differs."""


@options
class Ways:
    """How to count."""

    scan: Literal["auto", "rows", "columns", "layers"] = "auto"
    """Along which lines the cells are taken (layers are those of cubes); by default those with the narrower frontier."""

    check: bool = False
    """Count a second time in another way, and say which: by listing if the number is small, else along other lines."""

    checkpoint: Path | None = None
    """Keep what is needed to go on in this file (and states beside it, in FILE.states), and go on from it if it is there. Also with --unique, --by-piece and --mod."""

    threads: Positive | None = None
    """How many threads count at most; all cores when not given."""


#: Terms shown when no number of them is asked for.
_TERMS = 12
#: Coefficients that are printed; longer recurrences are only in the JSON.
_PRINTED = 60
#: Squares that are counted, and lengths that are written to a file, when it is not said how far.
_SQUARES, _FILED = 8, 100
#: Digits of the longest numbers that the OEIS takes in a b-file.
_DIGITS = 1000


@dataclass(frozen=True)
class Asked:
    """A request of ``tilewright count``, as it was typed."""

    board: str
    pieces: tuple[str, ...]
    kinds: Kinds
    lengths: AskedLengths
    ways: Ways
    limits: Limits
    rules: Rules
    runs: Runs
    show: Show

    @property
    def modulus(self) -> int:
        """What the numbers are counted modulo; 0 for nothing."""
        return self.kinds.modulo or 0


def count_sequence(asked: Asked, on: str, width: int | None, *, along_rows: bool = False) -> int:
    """Count on all boards of one width, or on squares without one; `on` is what stands before the shape."""
    _check_lengths(asked, strip=width is not None)
    announce_compiling("counting")
    if width is not None:
        return _count_strip(asked, on, width, along_rows)
    return _count_squares(asked, on) if asked.runs.run is None else _count_squares_in_run(asked, on)


def _check_lengths(asked: Asked, *, strip: bool) -> None:
    """Find out before the work what makes no sense on a board with an N."""
    kinds, lengths, ways, rules, board = asked.kinds, asked.lengths, asked.ways, asked.rules, asked.board
    one = lengths.at is not None
    other = "--upto" if lengths.upto is not None else "--bfile"
    largest = math.isqrt(LARGEST_AREA)
    # Terms come one after the other: nobody would see the last of these.
    far = f"a board has at most {LARGEST_AREA} cells, so N is at most {largest}"
    refuse(
        (
            kinds.by_piece or kinds.weight or kinds.cost or kinds.heat or ways.checkpoint is not None,
            "--by-piece, --weight, --cost, --heat and --checkpoint are about one board, not about all lengths",
            board,
        ),
        (
            strip and (kinds.unique or ways.scan != "auto"),
            "--unique and --scan are about one board, not about all lengths",
            board,
        ),
        (not strip and (lengths.at or 0) > largest, far, "--at"),
        (not strip and (lengths.upto or 0) > largest, far, "--upto"),
        (
            one and (lengths.upto is not None or lengths.bfile is not None),
            f"--at asks for one number, {other} for all up to one; choose one of them",
            None,
        ),
        (
            lengths.against is not None and (one or asked.modulus),
            "a b-file has all numbers, not one (--at) or what is left of them (--mod)",
            "--against",
        ),
        (
            asked.modulus and strip and lengths == AskedLengths(),
            "a recurrence has integer coefficients; add --at N or --upto N to get numbers modulo something",
            "--mod",
        ),
        (rules.by_wrap, "wraps are told apart on one board, not on all lengths", "--by-wrap"),
        (rules.place, "pieces already placed are about one board, not about all lengths", "--place"),
        (rules.empty not in ("0", "all"), "on a board with an N, --empty is 0 or all", "--empty"),
        (
            not asked.pieces,
            "which pieces? Name at least one after the board, such as trominoes+",
            "PIECES",
        ),
    )
    if lengths.against is not None:
        read_bfile(lengths.against)
    if lengths.bfile is not None:
        from tilewright.drawing import check_path

        check_path(lengths.bfile, ending=".txt")
        if asked.show.json and str(lengths.bfile) == "-":
            raise RequestError("standard output takes the b-file or the JSON, not both", where="--bfile")


def _count_strip(asked: Asked, on: str, width: int, along_rows: bool) -> int:
    """Count on all boards of one width: `width` x N, or, along the rows, N x `width`."""
    from tilewright import counting

    if width < 1:
        raise RequestError(f"a strip is at least 1 cell wide, not {width}", where="BOARD")
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
            print("\n".join([digits(value), *(f"checked {how}" for how in checked.values())]))
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


def _check(strip: Strip, values: list[tuple[int, int]], ways: Ways, modulus: int = 0) -> dict[str, str]:
    """Find the numbers in another way, if that is wanted; return what JSON says of it."""
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
            f"order {degree}, the least there is; proven: its order is at most {strip.states * strip.period}, the number of states"
        )
    else:
        why = "" if recurrence is not None else ", found modulo primes"
        print(f"a linear recurrence of order {degree}{why}; --at N gives single numbers, --json all there is")
    if strip.period > 1:
        say(f"the area allows only multiples of {strip.period}")
    for n, value in shown:
        print(f"a({n}) = {value}")
    for how in checked.values():
        say(f"checked {how}")
    return 0


def _method(strip: Strip) -> dict[str, str]:
    """Return what JSON says of how terms were found: by one state graph, or as boards of their own."""
    return {"method": "rows" if strip.has_graph else "boards"}


def _say_how(strip: Strip, show: Show, watch: Watch) -> None:
    """Say which way was taken, if that is wanted."""
    if not show.verbose:
        return
    taken = duration(watch.seconds)
    if strip.has_graph:
        say(f"{strip.states:,} states between lines, {strip.graph.edges:,} edges, {taken}")
    else:
        say(f"counted as boards of their own, as that is quicker than all states of the strip: {taken}")


def _count_squares(asked: Asked, on: str) -> int:
    """Count on the squares 0x0, 1x1, 2x2, …, up to a size, or on one."""
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
                    scan=asked.ways.scan,
                    check=asked.ways.check,
                )
                methods += [square.method] if square.method else []
                checked += [square.checked] if square.checked else []
                found.append((n, square.value))
    except (LimitError, KeyboardInterrupt) as error:
        # What was found so far is an answer, too.
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
            print("\n".join([digits(found[0][1]), *(f"checked {how}" for how in checked)]))
    if stopped is not None:
        raise stopped
    return code


def _squares_head(
    on: str, words: list[str], turn: str | None, methods: list[str], checked: list[str], *, complete: bool
) -> dict[str, Any]:
    """Return what JSON says of a table of squares beside the numbers."""
    return {
        "board": f"{on}NxN",
        "pieces": words,
        "turn": turn,
        **({"checked": "; ".join(dict.fromkeys(checked))} if checked else {}),
        "method": ", ".join(dict.fromkeys(methods)) or "area",
        "complete": complete,
    }


def _count_squares_in_run(asked: Asked, on: str) -> int:
    """Count on the squares up to a size in a run: each is a task."""
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
        scan=asked.ways.scan,
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
    """Print or write numbers, compare them with a b-file, and return the exit code."""
    bfile, against = asked.lengths.bfile, asked.lengths.against
    said: list[str] = []
    if asked.modulus:
        terms = [(n, value % asked.modulus) for n, value in terms]
        head = head | {"modulus": digits(asked.modulus)}
    if bfile is not None:
        write(bfile_text((n, digits(value)) for n, value in terms), bfile)
        said.append(_file_words(terms, bfile))
    if "checked" in head:
        said.append(f"checked {head['checked']}")
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
    """Say what a b-file has, and from where on the OEIS would not take it."""
    if not terms:
        return f"{bfile} is empty"
    long = next((n for n, value in terms if value >= 10**_DIGITS), None)
    hint = f"; from n = {long} on they are longer than the {_DIGITS:,} digits that the OEIS takes"
    return f"{bfile} has the numbers for n = {terms[0][0]} to {terms[-1][0]}{'' if long is None else hint}"


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
