"""``tilewright sample``, ``nth`` and ``rank``: tilings at random and by number."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    check_out,
    deliver,
    digits,
    none_text,
    note,
    print_json_stream,
    print_picture,
    problem_json,
    save_sheet,
    tiling_picture,
)
from tilewright.apps.command.limits import LimitOptions, Watch
from tilewright.apps.command.numbers import assignments, rates
from tilewright.apps.command.options import (
    FIND,
    Letters,
    OutPath,
    PictureColors,
    PieceWord,
    Positive,
    ProblemWord,
    Rules,
    Seed,
    Show,
    read_number,
    refuse,
)
from tilewright.apps.command.reading import ENDING, read_set, read_tilings
from tilewright.errors import NoTilingError, RequestError, TilingError, joined
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import counted

if TYPE_CHECKING:
    from tilewright.counting import RandomMatchings, TilingSet
    from tilewright.drawing import Picture


class _Drawing(NamedTuple):
    """Where pictures go, and how they are drawn."""

    out: Path | None
    letters: bool
    inks: PictureColors


def sample(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    number: Annotated[
        Positive, Parameter(name=["--number", "-n"], group=FIND, show_default=True)
    ] = 1,
    seed: Seed = None,
    weight: Annotated[tuple[str, ...], Parameter(metavar="PIECE=W", group=FIND)] = (),
    heights: Annotated[bool, Parameter(group=FIND)] = False,
    letters: Letters = False,
    out: OutPath = None,
    inks: PictureColors = PictureColors(),
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Draw random tilings, all equally likely or by weight.

    Prints a picture of each tiling, or with -q its number in the order of `nth`. In
    JSON, numbers are strings of digits.

    For example:

      tilewright sample 8x8 dominoes+ -n 3 --seed 1
      tilewright sample 12x12 trominoes+ -o tiling.svg

    Parameters
    ----------
    number
        How many tilings to draw.
    weight
        Draw tilings in proportion to the product of the weights of their pieces, such as I3=2 or
        I3=1/2. Repeat for more pieces.
    heights
        For dominoes and lozenges: instead of tilings, print how many corners of cells have each
        height (of Thurston), over all tilings drawn. With -o, save this histogram.
    out
        Save a picture (.svg .png .pdf .txt).
    """
    from tilewright.counting import RandomMatchings, sampling_weights

    check_out(out, show)
    drawing = _Drawing(out, letters, inks)
    refuse(
        (
            heights and out is not None and out.suffix.lower() == ".txt",
            "saves the histogram of --heights as .svg, .png or .pdf",
            "-o",
        )
    )
    with _watch(limits, show) as watch:
        ranking = read_set(board, pieces, rules, limits, watch)
        problem = ranking.problem
        weights = rates(assignments(problem, weight, "--weight"), "--weight")
        shares = sampling_weights(problem, weights) if weight else None
        try:
            # A file has the graph already.
            matchings = None if board.endswith(ENDING) else RandomMatchings.of(problem, shares)
        except NoTilingError:
            return _deliver_none(problem, out, show)
        if matchings is not None and heights:
            return _deliver_heights(
                problem, matchings.tilings(number, seed), out, inks, show, watch
            )
        if matchings is not None:
            return _deliver_random(problem, matchings, number, seed, drawing, show, watch)
        if not _count_tilings(ranking, show, watch):
            return _deliver_none(problem, out, show)
        chosen = ranking.numbers(number, seed)
        if weight:
            chosen = map(ranking.index, ranking.sample(number, seed, weight=weights))
        if heights:
            return _deliver_heights(problem, ranking.each(chosen), out, inks, show, watch)
        return _deliver_numbered(problem, ranking, chosen, drawing, show)


def nth(
    board: ProblemWord,
    /,
    *pieces: str,
    letters: Letters = False,
    out: OutPath = None,
    inks: PictureColors = PictureColors(),
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Show the tiling with a given number.

    NUMBER is the last argument; the first tiling is number 0. Cells are ordered row
    by row if the board has at least as many rows as columns, otherwise column by
    column. Tilings are ordered by the orientation of the piece on the first cell
    that they cover differently.

    For example:

      tilewright nth 9x12 trominoes+ 12345678901234567

    Parameters
    ----------
    pieces
        The pieces, followed by NUMBER.
    out
        Save a picture (.svg .png .pdf .txt). `rank` reads a .txt file.
    """
    if not pieces or not (pieces[-1].isascii() and pieces[-1].isdecimal()):
        last = f", got '{pieces[-1]}'" if pieces else ""
        raise RequestError(
            f"the last argument must be the number of a tiling (0 for the first){last}",
            where="NUMBER",
        )
    check_out(out, show)
    drawing = _Drawing(out, letters, inks)
    with _watch(limits, show) as watch:
        ranking = read_set(board, pieces[:-1], rules, limits, watch)
        if not _count_tilings(ranking, show, watch):
            return _deliver_none(ranking.problem, out, show)
        number = read_number(pieces[-1])
        # Also with -q, which prints no tiling: a number that no tiling has is an error.
        _ = list(ranking.each([number]))
        return _deliver_numbered(ranking.problem, ranking, [number], drawing, show)


def rank(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    tiling: Annotated[
        Path,
        Parameter(
            alias="-t", group=FIND, metavar="FILE", show_default=True, allow_leading_hyphen=True
        ),
    ] = Path("-"),
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Print the number of a tiling.

    `nth` shows the tiling with this number.

    For example:

      tilewright nth 4x6 trominoes+ 7 | tilewright rank 4x6 trominoes+
      tilewright nth 9x12 trominoes+ 7 --json | tilewright rank 9x12 trominoes+

    Parameters
    ----------
    tiling
        The file with the tiling: a picture as nth prints it on squares, one character per cell, or
        JSON. - is standard input.
    """
    with _watch(limits, show) as watch:
        ranking = read_set(board, pieces, rules, limits, watch)
        problem = ranking.problem
        tilings = read_tilings(str(tiling), problem.board)
        if len(tilings) != 1:
            raise TilingError(
                f"rank takes one tiling at a time, but this file has {len(tilings)}",
                where=str(tiling),
            )
        target = tilings[0]
        if faults := target.faults(problem):
            # Report faults before the work.
            raise TilingError(joined(faults), where=str(tiling))
        _count_tilings(ranking, show, watch)
        number = ranking.index(target)
    return deliver(
        show,
        lambda: {**_head(problem), "number": digits(number), "count": digits(ranking.count)},
        digits(number),
    )


def _watch(limits: LimitOptions, show: Show) -> Watch:
    return Watch(limits.checked(), not show.json)


def _count_tilings(ranking: TilingSet, show: Show, watch: Watch) -> int:
    """Return the number of tilings; say it with -v."""
    number = ranking.count
    watch.wipe()
    if show.verbose:
        note(f"{digits(number)} tilings")
    return number


def _head(problem: Problem) -> dict[str, object]:
    return problem_json(problem)


def _deliver_none(problem: Problem, out: Path | None, show: Show) -> int:
    return deliver(
        show,
        lambda: {**_head(problem), "count": "0", "tilings": []},
        lambda: none_text(problem, quiet=show.quiet),
        out=out,
        code=1,
    )


def _deliver_random(
    problem: Problem,
    matchings: RandomMatchings,
    number: int,
    seed: int | None,
    drawing: _Drawing,
    show: Show,
    watch: Watch,
) -> int:
    """Print random tilings of a board whose tilings have no numbers, or save their pictures."""
    if show.quiet and drawing.out is None:
        raise RequestError(
            "prints the number of each tiling, but tilings drawn like this have no numbers (a "
            "large board, or weights)",
            where="-q",
        )
    tilings: Iterable[Tiling] = matchings.tilings(number, seed)
    if show.verbose:
        note(matchings.how)
    if drawing.out is not None:
        tilings = list(tilings)
        _save(drawing.out, tilings, problem, drawing, show)
    watch.wipe()
    if show.json:
        from tilewright.counting import count

        values = (tiling.to_json() for tiling in tilings)
        tail = iter([{"count": digits(count(problem)), "how": matchings.how}])
        print_json_stream(_head(problem), "tilings", values, tail)
    elif drawing.out is None:
        for tiling in tilings:
            watch.wipe()
            print_picture(
                tiling_picture(
                    tiling, problem, lines=True, letters=drawing.letters, inks=drawing.inks
                ),
                show.color,
            )
    return 0


def _deliver_heights(
    problem: Problem,
    tilings: Iterable[Tiling],
    out: Path | None,
    inks: PictureColors,
    show: Show,
    watch: Watch,
) -> int:
    """Print how many corners have each height in random tilings, or save the histogram."""
    from tilewright.counting import HeightCounts

    counts = HeightCounts.of(tilings)
    watch.wipe()

    def picture() -> Picture:
        from tilewright.drawing import draw_histogram

        caption = f"Heights of corners in {counted(counts.tilings, 'random tiling')}"
        return draw_histogram(
            counts.by_height, palette=inks.palette, theme=show.theme, caption=caption
        )

    return deliver(
        show,
        lambda: {**_head(problem), **counts.to_json()},
        counts.text() if out is None else "",
        picture=None if out is None else picture,
        out=out,
    )


def _save(
    out: Path, tilings: Sequence[Tiling], problem: Problem, drawing: _Drawing, show: Show
) -> None:
    """Save the picture of a tiling, or a sheet of several."""

    def picture(tiling: Tiling, lines: bool) -> Picture:
        return tiling_picture(
            tiling, problem, lines=lines, letters=drawing.letters, inks=drawing.inks
        )

    save_sheet(out, tilings, picture, tilings=tilings, show=show)


def _deliver_numbered(
    problem: Problem,
    ranking: TilingSet,
    numbers: Iterable[int],
    drawing: _Drawing,
    show: Show,
) -> int:
    """Print the tilings with these numbers (with -q only the numbers), or save their pictures."""
    if drawing.out is not None:
        number_list = list(numbers)
        _save(drawing.out, list(ranking.each(number_list)), problem, drawing, show)
        numbers = number_list
    if show.json:
        values: Iterable[dict[str, Any] | str] = map(digits, numbers)
        if not show.quiet:
            indices, labels = tee(numbers)
            values = (
                {**tiling.to_json(), "number": digits(number)}
                for tiling, number in zip(ranking.each(indices), labels, strict=True)
            )
        tail = iter([{"count": digits(ranking.count)}])
        print_json_stream(_head(problem), "numbers" if show.quiet else "tilings", values, tail)
    elif drawing.out is None and show.quiet:
        sys.stdout.writelines(f"{digits(number)}\n" for number in numbers)
    elif drawing.out is None:
        for tiling in ranking.each(numbers):
            print_picture(
                tiling_picture(
                    tiling, problem, lines=True, letters=drawing.letters, inks=drawing.inks
                ),
                show.color,
            )
    return 0
