"""``tilewright sample``, ``nth`` and ``rank``: tilings of a huge set, by number or at random."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tilewright.cli.answers import (
    check_out,
    digits,
    give,
    none_text,
    print_json_stream,
    print_picture,
    save_sheet,
    say,
    tiling_picture,
)
from tilewright.cli.limits import Limits, Watch, announce_compiling
from tilewright.cli.options import (
    Natural,
    OutPath,
    PieceWord,
    Positive,
    ProblemWord,
    Rules,
    Show,
    read_number,
    read_problem,
)
from tilewright.cli.tilings import read_tilings
from tilewright.errors import RequestError, TilingError, joined
from tilewright.problem import Problem

if TYPE_CHECKING:
    from tilewright.counting import Ranking

__all__ = ["nth", "rank", "sample"]


def sample(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    number: Annotated[Positive, Parameter(name=["--number", "-n"], show_default=True)] = 1,
    seed: Natural | None = None,
    out: OutPath = None,
    limits: Limits = Limits(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Draw tilings at random, each of all tilings equally likely.

    Prints a picture of each, or with -q its number in the order of `nth`. With
    --json, numbers are strings of digits.

    For example:

      tilewright sample 8x8 dominoes+ -n 3 --seed 1
      tilewright sample 12x12 trominoes+ -o tiling.svg

    Parameters
    ----------
    number
        How many tilings.
    seed
        Makes the choice the same each time; a number from 0 on.
    out
        Save a picture (.svg .png .pdf .txt).
    """
    check_out(out, show)
    with _watch(limits, show) as watch:
        problem = read_problem(board, pieces, rules)
        ranking = _ranking(problem, limits, show, watch)
        if not ranking.total:
            return _none(problem, out, show)
        return _give(problem, ranking, ranking.numbers(number, seed), out, show)


def nth(
    board: ProblemWord,
    /,
    *pieces: str,
    out: OutPath = None,
    limits: Limits = Limits(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Show the tiling with a NUMBER, the last word; the first tiling is number 0.

    The order: cells are taken row by row if the board has at least as many rows as
    columns, else column by column; tilings are compared at the first cell that they
    cover differently, by the orientation of the piece there.

    For example:

      tilewright nth 9x12 trominoes+ 12345678901234567

    Parameters
    ----------
    pieces
        The pieces, then NUMBER.
    out
        Save a picture (.svg .png .pdf .txt).
    """
    if not pieces or not (pieces[-1].isascii() and pieces[-1].isdecimal()):
        last = f", not '{pieces[-1]}'" if pieces else ""
        raise RequestError(
            f"the last word is the number of the tiling, 0 for the first{last}", where="NUMBER"
        )
    check_out(out, show)
    with _watch(limits, show) as watch:
        problem = read_problem(board, pieces[:-1], rules)
        ranking = _ranking(problem, limits, show, watch)
        if not ranking.total:
            return _none(problem, out, show)
        return _give(problem, ranking, [read_number(pieces[-1])], out, show)


def rank(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    tiling: Annotated[Path, Parameter(alias="-t", show_default=True, allow_leading_hyphen=True)] = Path("-"),
    limits: Limits = Limits(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Tell the number of a tiling in the order of `nth`.

    For example:

      tilewright nth 9x12 trominoes+ 7 --json | tilewright rank 9x12 trominoes+
      tilewright nth 4x6 trominoes+ 7 | tilewright rank 4x6 trominoes+

    Parameters
    ----------
    tiling
        A file with the tiling: a drawing as nth prints it, a character for each cell, or JSON; - is standard input.
    """
    with _watch(limits, show) as watch:
        problem = read_problem(board, pieces, rules)
        found = read_tilings(str(tiling), problem.board.mask)
        if len(found) != 1:
            raise TilingError(f"one tiling is ranked at a time, this has {len(found)}", where=str(tiling))
        given = found[0]
        if faults := given.faults(problem):
            # Found before the work; so is a tiling with a fault that only the order would show.
            raise TilingError(joined(faults), where=str(tiling))
        ranking = _ranking(problem, limits, show, watch)
        number = ranking.rank(given)
    return give(
        show,
        lambda: {**_head(problem), "number": digits(number), "count": digits(ranking.total)},
        digits(number),
    )


def _watch(limits: Limits, show: Show) -> Watch:
    return Watch(limits.checked(), not show.json)


def _ranking(problem: Problem, limits: Limits, show: Show, watch: Watch) -> Ranking:
    from tilewright.counting import Ranking

    announce_compiling("counting")
    ranking = Ranking(problem, max_memory=limits.memory(), progress=watch)
    watch.wipe()
    if show.verbose:
        say(f"{digits(ranking.total)} tilings")
    return ranking


def _head(problem: Problem) -> dict[str, object]:
    return {"board": problem.board.name, "pieces": problem.words(), "turn": problem.turn}


def _none(problem: Problem, out: Path | None, show: Show) -> int:
    return give(
        show,
        lambda: {**_head(problem), "count": "0", "tilings": []},
        lambda: none_text(problem, quiet=show.quiet),
        out=out,
        code=1,
    )


def _give(problem: Problem, ranking: Ranking, numbers: Iterable[int], out: Path | None, show: Show) -> int:
    """Print the tilings with these numbers, or with -q only the numbers, as they come; or save their pictures."""
    if out is not None:
        listed = list(numbers)
        tilings = ranking.tilings(listed)
        save_sheet(out, tilings, lambda each, lines: tiling_picture(each, problem.board, lines=lines))
        numbers = listed
    if show.json:
        values: Iterable[dict[str, Any] | str] = map(digits, numbers)
        if not show.quiet:
            asked, named = tee(numbers)
            values = (
                {**tiling.to_json(), "number": digits(number)}
                for tiling, number in zip(ranking.each(asked), named, strict=True)
            )
        tail = iter([{"count": digits(ranking.total)}])
        print_json_stream(_head(problem), "numbers" if show.quiet else "tilings", values, tail)
    elif out is None and show.quiet:
        sys.stdout.writelines(f"{digits(number)}\n" for number in numbers)
    elif out is None:
        for tiling in ranking.each(numbers):
            print_picture(tiling_picture(tiling, problem.board, lines=True), show.color)
    return 0
