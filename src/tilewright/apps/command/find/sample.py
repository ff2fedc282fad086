"""``tilewright sample``, ``nth``, ``compile``: random and numbered tilings, and sets."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    Json,
    TilingPictures,
    check_out,
    deliver,
    digits,
    none_text,
    note,
    note_written,
    print_json_stream,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.count.request import CountAnswer, heat_answer, pieces_answer
from tilewright.apps.command.options import (
    Letters,
    LimitOptions,
    OutPath,
    PictureColors,
    PieceWord,
    Positive,
    ProblemWord,
    Rules,
    Seed,
    Show,
    ShowPictures,
    Word,
    read_palette,
    refuse,
)
from tilewright.apps.command.reading import (
    ENDING,
    assignments,
    is_table,
    rates,
    read_set,
    read_tilings,
)
from tilewright.errors import NoTilingError, RequestError, TilingError, joined
from tilewright.formats.registry import can_be_file
from tilewright.formats.request import is_file
from tilewright.model.answer import problem_json
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import cell_word
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import counted, read_number

if TYPE_CHECKING:
    from tilewright.counting import RandomMatchings, TilingSet
    from tilewright.drawing import Picture


_Question = Literal["marginals", "essential", "fixing", "critical", "by-piece", "heat"]


def compile_set(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    ask: Annotated[_Question | None, Parameter(show_choices=False)] = None,
    out: OutPath = None,
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: ShowPictures = ShowPictures(),
) -> int:
    """Compile all tilings into a set that can be queried quickly.

    Prints the number of tilings, or the answer to --ask. With -o FILE.tw, the
    set is saved; compile, sample and nth read such a file in place of a board
    and pieces. For a saved set, --placed, --empty and --rule select some of its
    tilings.

    For example:

      tilewright compile 6x10 pentominoes -o set.tw
      tilewright compile 6x10 pentominoes --ask fixing
      tilewright compile 4x4 dominoes+ --ask heat

    Parameters
    ----------
    ask
        `marginals`: how many tilings use each placement or leave each cell empty. `essential`: the
        placements that are in all tilings, and those in no tiling. `fixing`: the placements that
        exactly one tiling uses. `critical`: the fewest placements that together determine the whole
        tiling. `by-piece`: how many tilings use each number of copies of each piece. `heat`: how
        often each edge is a tile boundary.
    out
        Save the set (.tw), or the picture of --ask heat (.svg .png .pdf .txt).
    """
    saved = out is not None and out.suffix.lower() == ENDING
    if not saved:
        refuse((out is not None and ask != "heat", "save the set as FILE.tw", "-o"))
        check_out(out, show)
    with CommandWork(show, **vars(limits)) as work:
        tilings = read_set(board, pieces, rules, work)
        answer = _answer_question(tilings, ask, show)
        if saved and out is not None:
            tilings.save(out)
    if saved and out is not None:
        note_written(out, "set", show)
    head = {**problem_json(tilings.problem), "count": digits(answer.value)}
    return answer.deliver(head, show, None if saved else out, 0 if answer.value else 1)


def _answer_question(tilings: TilingSet, ask: _Question | None, show: Show) -> CountAnswer:
    """Return the answer to a question."""
    number = tilings.count
    if ask is None or not number:
        return CountAnswer(number, [digits(number)], {})
    if ask == "marginals":
        marginals = tilings.marginals()
        used = sorted((-uses, placement.word()) for placement, uses in marginals.items())
        rows = {word: digits(-uses) for uses, word in used}
        empty = {cell_word(cell): digits(uses) for cell, uses in marginals.empty.items()}
        keys: Json = {"marginals": rows, "empty_cells": empty}
        rows = rows | {f"empty {cell}": uses for cell, uses in empty.items()}
        width = max(map(len, rows))
        return CountAnswer(number, [f"{word:{width}}  {rows[word]}" for word in rows], keys)
    if ask == "essential":
        always, never = tilings.essential()
        keys = {"always": _placement_words(always), "never": _placement_words(never)}
        lines = [
            f"in all {counted(number, 'tiling')}: {' '.join(keys['always']) or 'no placement'}",
            f"in none: {counted(len(never), 'placement')}",
        ]
        return CountAnswer(number, lines, keys)
    if ask in ("fixing", "critical"):
        words = _placement_words(tilings.fixing() if ask == "fixing" else tilings.critical())
        return CountAnswer(number, words or ["no placement"], {ask: words})
    if ask == "by-piece":
        return pieces_answer(tilings.by_piece())
    return heat_answer(tilings.problem, tilings.heat(), show)


def _placement_words(placements: Sequence[Placement]) -> list[str]:
    return [placement.word() for placement in placements]


def sample(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    number: Annotated[Positive, Parameter(name=["--number", "-n"], show_default=True)] = 1,
    seed: Seed = None,
    weight: Annotated[tuple[str, ...], Parameter(metavar="PIECE=W")] = (),
    heights: bool = False,
    letters: Letters = False,
    out: OutPath = None,
    inks: PictureColors = PictureColors(),
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: Show = Show(),
) -> int:
    """Draw random tilings, either all equally likely or by weight.

    Prints a picture of each tiling; with -q, prints its number instead, as used
    by `nth`. In JSON, numbers are strings of digits.

    For example:

      tilewright sample 8x8 dominoes+ -n 3 --seed 1
      tilewright sample 12x12 trominoes+ -o tiling.svg

    Parameters
    ----------
    number
        The number of tilings to draw.
    weight
        Draw tilings in proportion to the product of the weights of their pieces, such as I3=2 or
        I3=1/2. Repeat the option for more pieces.
    heights
        For dominoes and lozenges: instead of the tilings, print a histogram of the heights of all
        corners of cells (Thurston's height function). With -o, save this histogram.
    out
        Save a picture (.svg .png .pdf .txt).
    """
    from tilewright.counting import RandomMatchings, sampling_weights

    check_out(out, show)
    drawing = TilingPictures(out, show, letters, inks)
    with CommandWork(show, **vars(limits)) as work:
        ranking = read_set(board, pieces, rules, work)
        problem = ranking.problem
        weights = rates(assignments(problem, weight, "--weight"), "--weight")
        shares = sampling_weights(problem, weights) if weight else None
        try:
            # A file has the graph already.
            matchings = None if board.endswith(ENDING) else RandomMatchings.of(problem, shares)
        except NoTilingError:
            return _deliver_none(problem, out, show)
        if matchings is not None and heights:
            return _deliver_heights(problem, matchings.tilings(number, seed), drawing, work)
        if matchings is not None:
            return _deliver_random(problem, matchings, number, seed, drawing, work)
        if not _count_tilings(ranking, work):
            return _deliver_none(problem, out, show)
        chosen = ranking.numbers(number, seed, weight=weights if weight else None)
        if heights:
            return _deliver_heights(problem, ranking.each(chosen), drawing, work)
        return _deliver_numbered(problem, ranking, chosen, drawing)


def nth(
    board: ProblemWord,
    /,
    *pieces: Word,
    letters: Letters = False,
    out: OutPath = None,
    inks: PictureColors = PictureColors(),
    limits: LimitOptions = LimitOptions(),
    rules: Rules = Rules(),
    show: ShowPictures = ShowPictures(),
) -> int:
    """Show the tiling with a given number, or print the number of a given tiling.

    The last argument is a NUMBER, or a FILE of tilings whose numbers are
    printed. The first tiling is number 0. Cells are ordered row by row if the
    board has at least as many rows as columns, otherwise column by column. Two
    tilings are ordered by the first cell that they cover differently, namely by
    the orientation of the piece on it.

    For example:

      tilewright nth 9x12 trominoes+ 12345678901234567
      tilewright nth 4x6 trominoes+ 7 | tilewright nth 4x6 trominoes+ -

    Parameters
    ----------
    pieces
        The pieces, followed by NUMBER or FILE: a drawing of a tiling, JSON, or another file that
        `show` reads. Use - for standard input.
    out
        Save a picture (.svg .png .pdf .txt). `nth` can read a .txt file.
    """
    word = pieces[-1] if pieces else ""
    is_number = word.isascii() and word.isdecimal()
    if not is_number and not (word == "-" or is_file(word) or is_table(word) or can_be_file(word)):
        last = f", got '{word}'" if pieces else ""
        raise RequestError(
            "the last argument must be the number of a tiling (0 for the first), or a file with "
            f"tilings{last}",
            where="NUMBER",
        )
    check_out(out, show)
    drawing = TilingPictures(out, show, letters, inks)
    with CommandWork(show, **vars(limits)) as work:
        ranking = read_set(board, pieces[:-1], rules, work)
        if not is_number:
            return _deliver_ranks(ranking, word, drawing, work)
        if not _count_tilings(ranking, work):
            return _deliver_none(ranking.problem, out, show)
        number = read_number(word)
        # Also with -q, which prints no tiling: a number that no tiling has is an error.
        _ = list(ranking.each([number]))
        return _deliver_numbered(ranking.problem, ranking, [number], drawing)


def _deliver_ranks(
    ranking: TilingSet, file: str, drawing: TilingPictures, work: CommandWork
) -> int:
    """Print the numbers of the tilings in a file, or save their pictures."""
    tilings = read_tilings(file, ranking.problem.board)
    if not tilings:
        raise TilingError("the file contains no tilings", where=file)
    for place, tiling in enumerate(tilings):
        # Report faults before the work.
        if faults := tiling.faults(ranking.problem):
            which = "" if len(tilings) == 1 else f"tiling {place}: "
            raise TilingError(f"{which}{joined(faults)}", where=file)
    _count_tilings(ranking, work)
    numbers = [ranking.index(tiling) for tiling in tilings]
    if drawing.out is None and not drawing.show.json:
        print("\n".join(map(digits, numbers)))
        return 0
    return _deliver_numbered(ranking.problem, ranking, numbers, drawing)


def _count_tilings(ranking: TilingSet, work: CommandWork) -> int:
    """Return the number of tilings; say it with -v."""
    number = ranking.count
    work.line.wipe()
    if work.show.verbose:
        note(f"{digits(number)} tilings")
    return number


def _deliver_none(problem: Problem, out: Path | None, show: Show) -> int:
    return deliver(
        show,
        lambda: {**problem_json(problem), "count": "0", "tilings": []},
        lambda: none_text(problem, quiet=show.quiet),
        out=out,
        code=1,
    )


def _deliver_random(
    problem: Problem,
    matchings: RandomMatchings,
    number: int,
    seed: int | None,
    drawing: TilingPictures,
    work: CommandWork,
) -> int:
    """Print random tilings of a board whose tilings have no numbers, or save their pictures."""
    show = drawing.show
    refuse(
        (
            show.quiet and drawing.out is None,
            "prints the number of each tiling, but tilings of large boards and weighted "
            "tilings have no numbers",
            "-q",
        )
    )
    tilings: Iterable[Tiling] = matchings.tilings(number, seed)
    if show.verbose:
        note(matchings.how)
    if drawing.out is not None:
        tilings = list(tilings)
        drawing.save(tilings, problem)
    work.line.wipe()
    if show.json:
        from tilewright.counting import count

        values = (tiling.to_json() for tiling in tilings)
        tail = iter([{"count": digits(count(problem)), "how": matchings.how}])
        print_json_stream(problem_json(problem), "tilings", values, tail)
    elif drawing.out is None:
        for tiling in tilings:
            work.line.wipe()
            drawing.print(tiling, problem)
    return 0


def _deliver_heights(
    problem: Problem, tilings: Iterable[Tiling], drawing: TilingPictures, work: CommandWork
) -> int:
    """Print how many corners have each height in random tilings, or save the histogram."""
    from tilewright.counting import HeightCounts

    out, show = drawing.out, drawing.show
    counts = HeightCounts.of(tilings)
    work.line.wipe()

    def picture() -> Picture:
        from tilewright.drawing import draw_histogram

        caption = f"Heights of corners in {counted(counts.tilings, 'random tiling')}"
        palette = read_palette(drawing.inks.palette)["palette"]
        return draw_histogram(counts.by_height, palette=palette, theme=show.theme, caption=caption)

    return deliver(
        show,
        lambda: {**problem_json(problem), **counts.to_json()},
        counts.text() if out is None else "",
        picture=None if out is None else picture,
        out=out,
    )


def _deliver_numbered(
    problem: Problem, ranking: TilingSet, numbers: Iterable[int], drawing: TilingPictures
) -> int:
    """Print the tilings with these numbers (with -q only the numbers), or save their pictures."""
    show = drawing.show
    if drawing.out is not None:
        number_list = list(numbers)
        drawing.save(list(ranking.each(number_list)), problem)
        numbers = number_list
    if show.json:
        values: Iterable[Json | str] = map(digits, numbers)
        if not show.quiet:
            indices, labels = tee(numbers)
            values = (
                {**tiling.to_json(), "number": digits(number)}
                for tiling, number in zip(ranking.each(indices), labels, strict=True)
            )
        tail = iter([{"count": digits(ranking.count)}])
        key = "numbers" if show.quiet else "tilings"
        print_json_stream(problem_json(problem), key, values, tail)
    elif drawing.out is None and show.quiet:
        sys.stdout.writelines(f"{digits(number)}\n" for number in numbers)
    elif drawing.out is None:
        for tiling in ranking.each(numbers):
            drawing.print(tiling, problem)
    return 0
