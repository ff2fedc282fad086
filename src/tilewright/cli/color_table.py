"""``tilewright color --all``: judge all tilings of a problem, a batch at a time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tilewright.cli.color_options import Extent, Output, Question, colored_picture
from tilewright.cli.output import print_json, say
from tilewright.cli.progress import ProgressLine, announce_compiling
from tilewright.cli.request import Show
from tilewright.problem import Problem
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.coloring import Tally

__all__ = ["judge_all"]

#: Tilings in one picture.
_SHEET = 240


def judge_all(problem: Problem, question: Question, extent: Extent, output: Output, show: Show) -> int:
    """Judge all tilings of a problem, a batch at a time."""
    from tilewright.coloring import Tally, crossings, judge
    from tilewright.cover import decode_batch
    from tilewright.search import Search

    announce_compiling()
    touch, options = question.touch, question.options()
    begin = time.perf_counter()
    search = Search(problem, unique=extent.unique, threads=extent.threads)
    result = Tally()
    kept: list[tuple[Tiling, Any]] = []
    interrupted = False
    line = ProgressLine(not show.json)
    step = max(1, (1 << 21) // max(search.cover.number.size, 1))
    try:
        with line:
            for rows in search.batches():
                for first in range(0, len(rows), step):
                    part = rows[first : first + step]
                    if extent.limit is not None:
                        part = part[: extent.limit - result.tilings]
                    labels, piece = decode_batch(search.cover, part)
                    judged = judge(labels, touch, **options, threads=extent.threads)
                    result.add(judged.colors, crossings(labels))
                    if output.out is not None and len(kept) < _SHEET:
                        for index in judged.colors.nonzero()[0][: _SHEET - len(kept)].tolist():
                            tiling = Tiling(labels[index], piece[index], problem.names)
                            kept.append((tiling, judged.coloring[index, : tiling.size]))
                line.show(f"{result.tilings:,} tilings judged")
                if extent.limit is not None and result.tilings >= extent.limit:
                    break
    except KeyboardInterrupt:
        interrupted = True
    complete = search.complete and not interrupted and (extent.limit is None or result.tilings < extent.limit)
    seconds = time.perf_counter() - begin
    if kept and output.out is not None:
        _save_sheet(kept, output, result, question)
    if show.json:
        _print_tally(problem, question, extent, result, complete, seconds)
    else:
        output.tell(_tally_text(question, extent, result, show.quiet))
    if not complete and not show.json:
        say(f"{result.tilings:,} tilings so far; this is not all")
    if show.verbose:
        say(f"engine: {search.engine} ({search.reason}), {seconds:.2f} s")
    if interrupted:
        return 130
    if not complete:
        return 3
    good = result.tilings - result.by_colors.get(0, 0)
    return 0 if good else 1


def _save_sheet(kept: list[tuple[Tiling, Any]], output: Output, result: Tally, question: Question) -> None:
    from tilewright.drawing import save

    assert output.out is not None
    lines = output.out.suffix == ".txt"
    save([colored_picture(tiling, coloring, output, lines=lines) for tiling, coloring in kept], output.out)
    total = result.tilings - result.by_colors.get(0, 0)
    if total > len(kept):
        say(f"{output.out} shows the first {len(kept)} of {total}")


def _tally_text(question: Question, extent: Extent, result: Tally, quiet: bool) -> str:
    if not result.tilings:
        return "0" if quiet else "There is no tiling."
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
    problem: Problem, question: Question, extent: Extent, result: Tally, complete: bool, seconds: float
) -> None:
    answer: dict[str, Any] = {
        "board": problem.board.name,
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
