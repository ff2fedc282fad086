"""``tilewright color --all``: judge all tilings of a problem, a batch at a time."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tilewright.cli.color.options import Output, Question, Selection, colored_picture
from tilewright.cli.input.request import Show
from tilewright.cli.input.runs import Runs, say_unfinished, work_on
from tilewright.cli.input.tilings import open_table
from tilewright.cli.output.answers import print_json, say, say_unwritten, space_json
from tilewright.cli.output.limits import TimeLimit, TimeUp
from tilewright.cli.output.progress import ProgressLine, announce_compiling, duration
from tilewright.errors import FormatError, RequestError, TimeLimitError
from tilewright.lattices.surface import is_flat_squares
from tilewright.problem import Problem
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilewright.coloring import Tally
    from tilewright.progress import SearchProgress
    from tilewright.search import Search

__all__ = ["judge_all", "judge_in_run", "judge_table", "so_far"]

#: Tilings in one picture.
_SHEET = 240


def judge_all(
    problem: Problem, question: Question, extent: Selection, output: Output, show: Show, limit: TimeLimit
) -> int:
    """Judge all tilings of a problem, a batch at a time."""
    from tilewright.search import Search

    announce_compiling()
    search = Search(problem, unique=extent.unique, threads=extent.threads, timeout=limit.left)
    whole = None if extent.limit is not None else search.snapshot
    code = _judge(
        problem, _found(search), lambda: search.complete, question, extent, output, show, limit, whole
    )
    if show.verbose:
        say(f"engine: {search.engine} ({search.reason})")
    return code


def judge_table(
    word: str, question: Question, extent: Selection, output: Output, show: Show, limit: TimeLimit
) -> int:
    """Judge all tilings in a table, a batch at a time."""
    table = open_table(word)
    problem = table.problem
    if problem is None:
        raise FormatError("the file does not say which problem these are tilings of", where=word)
    if extent.unique:
        raise RequestError("a table has the tilings that it has; --unique is for solve", where="--unique")
    stored = ((labels, None) for labels in table.labels())
    whole = bool(table.metadata.get("complete"))
    return _judge(problem, stored, lambda: whole, question, extent, output, show, limit)


def judge_in_run(
    problem: Problem, question: Question, extent: Selection, output: Output, show: Show, runs: Runs
) -> int:
    """Judge all tilings of a problem in a run: each where it is found."""
    from tilewright.cluster import ColorsWork, Run

    assert runs.run is not None
    asked = {"touch": question.touch, **question.options()}
    begin = time.perf_counter()
    with Run(runs.run, ColorsWork.asking(problem, asked, unique=extent.unique)) as run:
        interrupted = work_on(run, runs, shown=not show.json)
        result = ColorsWork.tally(run.ledger.answers())
        complete = run.complete
        code = _tell(problem, question, extent, output, show, result, complete, time.perf_counter() - begin)
        return code if complete else say_unfinished(run, interrupted)


#: Labels (m, rows, columns), and the piece of each tile, if that is known.
_Batch = tuple["NDArray[np.int32]", "NDArray[np.int32] | None"]


def _found(search: Search) -> Iterator[_Batch]:
    """Yield the tilings that a search finds."""
    from tilewright.cover import decode_batch

    step = max(1, (1 << 21) // max(search.cover.number.size, 1))
    for rows in search.batches():
        for first in range(0, len(rows), step):
            yield decode_batch(search.cover, rows[first : first + step])


def _judge(
    problem: Problem,
    batches: Iterable[_Batch],
    all_found: Callable[[], bool],
    question: Question,
    extent: Selection,
    output: Output,
    show: Show,
    limit: TimeLimit,
    far: Callable[[], SearchProgress] | None = None,
) -> int:
    """Judge tilings, print what they come to, and return the exit code; `far` says how far the search for them is."""
    from tilewright.coloring import Tally, crossings, judge

    touch, options, board = question.touch, question.options(), problem.board
    begin = time.perf_counter()
    result = Tally()
    kept: list[tuple[Tiling, Any]] = []
    interrupted = late = False
    line = ProgressLine(not show.json)
    try:
        with line:
            for labels, piece in batches:
                limit.deadline.check()
                if extent.limit is not None:
                    labels = labels[: extent.limit - result.tilings]
                judged = judge(
                    labels,
                    touch,
                    **options,
                    threads=extent.threads,
                    lattice=board.lattice,
                    surface=board.surface,
                )
                # Whatever interrupts it, a batch is counted whole or not at all.
                more = copy.deepcopy(result)
                more.add(judged.colors, crossings(labels) if is_flat_squares(board) else None)
                result = more
                if output.out is not None and len(kept) < _SHEET:
                    for index in judged.colors.nonzero()[0][: _SHEET - len(kept)].tolist():
                        own = None if piece is None else piece[index]
                        names = () if own is None else problem.names
                        tiling = Tiling(labels[index], own, names, board.lattice, board.surface)
                        kept.append((tiling, judged.coloring[index, : tiling.size]))
                line.show(so_far(result, far))
                if extent.limit is not None and result.tilings >= extent.limit:
                    break
    except (TimeUp, TimeLimitError):
        late = True
    except KeyboardInterrupt:
        interrupted = True
    # What was judged by then is told and drawn.
    limit.end()
    stopped = late or interrupted
    complete = all_found() and not stopped and (extent.limit is None or result.tilings < extent.limit)
    seconds = time.perf_counter() - begin
    if kept:
        _save_sheet(kept, output, result, question)
    elif result.tilings:
        say_unwritten(output.out, "no tiling can be colored so")
    else:
        say_unwritten(output.out, "there is no tiling" if complete else "no tiling was judged")
    code = _tell(problem, question, extent, output, show, result, complete, seconds)
    if not complete and not show.json:
        why = ": the time is up" if limit.deadline.passed else ""
        say(f"{_reached(result, far)}; this is not all{why}")
    if interrupted:
        return 130
    return code if complete else 3


def _reached(result: Tally, far: Callable[[], SearchProgress] | None) -> str:
    """Say how many tilings were judged before the end, and how far the search for them was, which runs ahead."""
    if far is None:
        return f"{result.tilings:,} tilings so far"
    progress = far()
    judged = f"{result.tilings:,} tilings so far"
    if progress.found > result.tilings:
        judged = f"{result.tilings:,} of the {progress.found:,} tilings found so far were judged"
    return f"{judged}, about {_percent(progress.share)} of the search"


def so_far(result: Tally, far: Callable[[], SearchProgress] | None) -> str:
    """Say how many tilings were judged, how long the rest takes, and how many colors they need."""
    parts = [f"{result.tilings:,} tilings judged"]
    if far is not None:
        progress = far()
        parts.append(f"{_percent(progress.share)} of the search")
        if progress.left is not None:
            parts.append(f"about {duration(progress.left)} left")
    if len(result.by_colors) > 1:
        colors = (f"{number or 'none'}: {tilings:,}" for number, tilings in sorted(result.by_colors.items()))
        parts.append(f"by colors {', '.join(colors)}")
    return " · ".join(parts)


def _percent(share: float) -> str:
    """Write a share in two digits; a long search is far below a hundredth for long.

    >>> _percent(0.00193), _percent(0.456), _percent(1.0)
    ('0.19%', '46%', '100%')
    """
    return f"{100 * share:.2g}%" if share < 0.995 else "100%"


def _tell(
    problem: Problem,
    question: Question,
    extent: Selection,
    output: Output,
    show: Show,
    result: Tally,
    complete: bool,
    seconds: float,
) -> int:
    """Print what the tilings come to, and return the exit code if these are all."""
    if show.json:
        _print_tally(problem, question, extent, result, complete, seconds)
    else:
        output.tell(_tally_text(question, extent, result, complete, show.quiet))
    if show.verbose:
        say(f"judged in {seconds:.2f} s")
    good = result.tilings - result.by_colors.get(0, 0)
    return 0 if good else 1


def _save_sheet(kept: list[tuple[Tiling, Any]], output: Output, result: Tally, question: Question) -> None:
    from tilewright.drawing import save

    assert output.out is not None
    lines = output.out.suffix.lower() == ".txt"
    save([colored_picture(tiling, coloring, output, lines=lines) for tiling, coloring in kept], output.out)
    total = result.tilings - result.by_colors.get(0, 0)
    if total > len(kept):
        say(f"{output.out} shows the first {len(kept)} of {total}")


def _tally_text(question: Question, extent: Selection, result: Tally, complete: bool, quiet: bool) -> str:
    if not result.tilings:
        none = "There is no tiling." if complete else "No tiling was judged."
        return "0" if quiet else none
    lines = []
    if question.limited:
        good = result.tilings - result.by_colors.get(0, 0)
        if quiet:
            return str(good)
        lines.append(f"{good} of {result.tilings} are {_kind_text(question)}")
    elif extent.histogram or not extent.crossings:
        manner = str(question.touch)
        lines.append(f"colors ({manner})  tilings")
        for colors, count in sorted(result.by_colors.items()):
            lines.append(f"{colors:>{len(manner) + 9}}  {count:>7}")
    if extent.crossings:
        lines.append("points where four tiles meet  tilings")
        for points, count in sorted(result.by_crossings.items()):
            lines.append(f"{points:>28}  {count:>7}")
    return "\n".join(lines)


def _kind_text(question: Question) -> str:
    numbers = question.options()["numbers"]
    colors = len(numbers) if numbers else question.colors
    manner = {"edge": f"{colors}-colorable along edges", "strong": f"strongly {colors}-colorable"}
    text = manner.get(str(question.touch), f"{colors}-colorable within distance {question.touch}")
    if numbers:
        return f"{text}, with {', '.join(map(str, numbers))} tiles of each color"
    return f"{text} and balanced" if question.balanced else text


def _print_tally(
    problem: Problem, question: Question, extent: Selection, result: Tally, complete: bool, seconds: float
) -> None:
    answer: dict[str, Any] = {
        "board": problem.board.name,
        **space_json(problem),
        "pieces": problem.words(),
        "turn": problem.turn,
        "unique": extent.unique,
        "touch": question.touch,
        "outside": question.outside,
    }
    if question.limited:
        options = question.options()
        numbers = options["numbers"]
        answer |= {
            "colors": len(numbers) if numbers else question.colors,
            "balanced": question.balanced,
            "numbers": numbers,
            "colorable": str(result.tilings - result.by_colors.get(0, 0)),
        }
    else:
        answer["by_colors"] = {str(key): str(value) for key, value in sorted(result.by_colors.items())}
    if extent.crossings:
        answer["by_crossings"] = {str(key): str(value) for key, value in sorted(result.by_crossings.items())}
    answer |= {"tilings": str(result.tilings), "complete": complete, "seconds": round(seconds, 6)}
    print_json(answer)
