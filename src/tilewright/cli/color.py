"""``tilewright color``: the fewest colors of one tiling, or of all tilings of a problem."""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.cli.answers import (
    SHEET,
    check_out,
    enclosed,
    give,
    none_text,
    print_json,
    print_picture,
    save_sheet,
    say,
    say_unwritten,
    space_json,
    terminal_color,
)
from tilewright.cli.limits import PATIENCE, ProgressLine, TimeLimit, TimeUp, announce_compiling, duration
from tilewright.cli.options import (
    BoardWord,
    OutPath,
    Positive,
    Rules,
    Show,
    Whole,
    options,
    read_problem,
    refuse,
)
from tilewright.cli.runs import Runs, say_unfinished, work_on
from tilewright.cli.tilings import is_table, open_table, read_tilings
from tilewright.drawing import PaletteName
from tilewright.errors import ColoringError, FormatError, RequestError, TilingError, TimeLimitError, quoted
from tilewright.exchange.formats import is_exchange_file
from tilewright.files.replacing import replacing
from tilewright.labels import OUTSIDE
from tilewright.lattices.lattice import SQUARES
from tilewright.lattices.surface import check_flat_squares, is_flat_squares
from tilewright.problem import Problem
from tilewright.puzzle import is_puzzle_file, is_puzzle_name
from tilewright.reading import is_file, read_board
from tilewright.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tilewright.coloring import Coloring, Tally, Touch
    from tilewright.progress import SearchProgress
    from tilewright.search import Search

__all__ = ["Output", "Question", "Selection", "color", "so_far"]


@options
class Question:
    """What is asked."""

    edge: bool = False
    """Tiles with a common edge differ (the default)."""

    strong: bool = False
    """Tiles with a common corner differ too."""

    distance: Whole | None = None
    """Tiles within this distance differ: so many steps of a king from cell to cell."""

    outside: bool = False
    """Cells off the board count as one more tile."""

    colors: Whole | None = None
    """Color with so many colors, or say why that cannot be."""

    balanced: bool = False
    """With --colors: as many tiles of each color, or one more."""

    numbers: str | None = None
    """How many tiles of each color, such as 5,4,3."""

    effort: float = 1.0
    """How long to search before the answer is left unproven; 1 is some seconds."""

    @property
    def touch(self) -> Touch:
        """What counts as touching."""
        if (self.edge, self.strong, self.distance is not None).count(True) > 1:
            raise RequestError("tiles touch by one of --edge, --strong and --distance")
        if self.distance is not None:
            return self.distance
        return "strong" if self.strong else "edge"

    def options(self) -> dict[str, Any]:
        """Return what the library takes."""
        numbers = None
        if self.numbers is not None:
            if not re.fullmatch(r"\d+(,\d+)*", self.numbers):
                raise RequestError(
                    f"'{self.numbers}' are not numbers of tiles, such as 5,4,3", where="--numbers"
                )
            numbers = tuple(int(word) for word in self.numbers.split(","))
        return {
            "colors": self.colors,
            "balanced": self.balanced,
            "numbers": numbers,
            "outside": self.outside,
        }

    @property
    def limited(self) -> bool:
        """Whether a number of colors was asked for."""
        return self.colors is not None or self.balanced or self.numbers is not None


@options
class Selection:
    """Of which tilings, and what to say of them."""

    all: bool = False
    """Judge every tiling, not just the first."""

    unique: bool = False
    """One tiling of each set of rotations and reflections."""

    histogram: bool = False
    """With --all: how many tilings need how many colors."""

    crossings: bool = False
    """With --all: how many tilings have how many points where four tiles meet."""

    count: bool = False
    """Count the colorings of one tiling with --colors K."""

    polynomial: bool = False
    """Print the chromatic polynomial of one tiling: its colorings with k colors."""

    list: bool = False
    """Print every coloring of one tiling with --colors K, up to renaming, a line each."""

    limit: Positive | None = None
    """Judge, or list, at most this many."""

    timeout: float | None = None
    """Stop after this many seconds."""

    threads: Positive | None = None
    """How many threads work; all cores when not given."""


@options
class Output:
    """What is drawn and saved."""

    out: OutPath = None
    """Save a picture: .svg, .png, .pdf or .txt; with --all, of the tilings that can be colored so."""

    graph: Path | None = None
    """Save which tiles touch: .col (DIMACS) or .txt (a pair of tile numbers a line)."""

    palette: PaletteName | None = None
    """The colors: tilewright, okabe-ito, muted, light or grays."""

    patterns: bool = False
    """Hatch each color in its own way too."""

    letters: bool = False
    """Write its name or number on each tile."""

    def tell(self, words: str) -> None:
        """Print an answer in words, on standard error if standard output has the picture."""
        if self.out == Path("-"):
            say(words)
        else:
            print(words)


def colored_picture(tiling: Tiling, answer: Any, output: Output, *, lines: bool = False) -> Any:
    """Return the picture of a tiling in the colors of an answer, or of an array; with `lines`, holes are filled."""
    from tilewright.drawing import draw

    return draw(
        tiling,
        holes=enclosed(tiling.labels != OUTSIDE) if lines and tiling.lattice is SQUARES else (),
        coloring=answer,
        palette=output.palette,
        patterns=output.patterns,
        letters=output.letters,
    )


#: Cells of a tiling that is still drawn in the terminal.
_TERMINAL = 1 << 16


def color(
    board: BoardWord,
    /,
    *pieces: str,
    modulus: str | None = None,
    question: Question = Question(),
    extent: Selection = Selection(),
    output: Output = Output(),
    rules: Rules = Rules(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Color tilings with the fewest colors, and prove it.

    Color the tiling in a file (as solve prints or saves it, a character for each
    cell, or a label array in .npy), the first tiling of BOARD by PIECES, or
    with --all judge every tiling. Exits with 1 if a tiling cannot be colored with
    so many colors, and says why.

    For example:

      tilewright color tiling.txt
      tilewright color tiling.txt --strong -o colored.svg
      tilewright color 6x10 pentominoes --all --unique --strong --histogram
      tilewright color 6x10 pentominoes --all --unique --strong --colors 3
      tilewright color 6x10 pentominoes --all --unique --crossings
      tilewright color tiling.txt --colors 4 --count
      tilewright color 2^10-3,5 L3+ -o board.png
      tilewright color 8x8-0,0-7,7 --modulus 2
      tilewright color 5x12 pentominoes --all --strong --run runs/color

    Parameters
    ----------
    board
        A file with a tiling, or '-'; or a board, or a named puzzle.
    pieces
        The pieces, after a board; see tilewright --help.
    modulus
        Color the cells of a board, without pieces: (row + column) mod k, or for k,a,b (a row + b column) mod k.
    """
    _check(question, extent, output, show)
    runs.check(limit=extent.limit is not None, threads=extent.threads is not None, out=output.out is not None)
    if runs.run is not None and not (extent.all and pieces):
        raise RequestError("a run judges all tilings of BOARD by PIECES; add --all", where="--run")
    # The time runs from here on: reading what is to be colored may be what takes long.
    with TimeLimit(extent.timeout, PATIENCE) as limit:
        if modulus is not None:
            return _cells(board, pieces, modulus, output, show)
        return _Task(question, extent, output, show, limit).run(board, pieces, rules, runs)


def _check(question: Question, extent: Selection, output: Output, show: Show) -> None:
    """Find out beforehand what makes no sense, and whether the output can be written."""
    from tilewright.coloring import check_touch
    from tilewright.coloring.least import check_colors

    check_touch(question.touch)
    if question.colors is not None:
        check_colors(question.colors)
    if question.balanced and question.colors is None:
        raise ColoringError("balanced in how many colors? Give --colors", where="--balanced")
    counted = extent.count or extent.polynomial or extent.list
    graph = "" if output.graph is None else output.graph.suffix
    refuse(
        (
            extent.histogram and question.limited,
            "--histogram is about the least number of colors; leave --colors out",
            None,
        ),
        (
            (extent.histogram or extent.crossings or extent.unique) and not extent.all,
            "--histogram, --crossings and --unique are about all tilings; add --all",
            None,
        ),
        (
            extent.all and (counted or output.graph),
            "--count, --polynomial, --list and --graph are about one tiling, not --all",
            None,
        ),
        (
            counted and output.out is not None,
            "--count, --polynomial and --list have no picture; leave -o out",
            "-o",
        ),
        (
            (extent.count or extent.list) and not question.limited,
            "with how many colors? Give --colors",
            None,
        ),
        (
            output.graph is not None and graph.lower() not in (".col", ".txt"),
            f"a graph is saved as .col (DIMACS) or .txt (pairs), not '{graph}'",
            "--graph",
        ),
    )
    check_out(output.out, show)


def _cells(board: str, pieces: tuple[str, ...], modulus: str, output: Output, show: Show) -> int:
    """Color the cells of a board in a pattern, and count them."""
    import numpy as np

    from tilewright.coloring import cell_colors
    from tilewright.drawing import draw_board, save

    if pieces:
        raise RequestError("--modulus colors the cells of a board; leave the pieces out", where=pieces[0])
    match = re.fullmatch(r"(\d{1,9})(?:,(-?\d{1,9}),(-?\d{1,9}))?", modulus)
    if match is None:
        raise RequestError(f"'{modulus}' is not a modulus k, or k,a,b", where="--modulus")
    size, down, right = int(match[1]), int(match[2] or 1), int(match[3] or 1)
    chosen = read_board(board)
    colors = cell_colors(chosen, size, down, right)
    counts = np.bincount(colors[colors >= 0], minlength=min(size, 64)).tolist()

    def picture(patterns: bool) -> Any:
        return draw_board(chosen, coloring=colors, palette=output.palette, patterns=patterns)

    if output.out is not None:
        save(picture(output.patterns), output.out)
    if show.json:
        listed = {} if show.quiet else {"cells": colors.tolist()}
        print_json({"board": chosen.name, "modulus": [size, down, right], "counts": counts, **listed})
        return 0
    if output.out is None and not show.quiet and colors.size <= _TERMINAL:
        print_picture(picture(_visible(output, show).patterns), show.color)
    output.tell(
        "\n".join(
            f"color {index}: {count} cell{'' if count == 1 else 's'}" for index, count in enumerate(counts)
        )
    )
    return 0


@dataclass(frozen=True)
class _Task:
    """A request about tilings: what is asked, of which, and how the answer is given."""

    question: Question
    extent: Selection
    output: Output
    show: Show
    limit: TimeLimit

    def run(self, board: str, pieces: tuple[str, ...], rules: Rules, runs: Runs) -> int:
        """Color one tiling, or judge all; return the exit code."""
        extent, show = self.extent, self.show
        announce_compiling("colorings")
        if extent.all and not pieces and is_table(board):
            return self._judge_table(board)
        if not (pieces or is_puzzle_name(board) or is_puzzle_file(board) or is_exchange_file(board)):
            if extent.all or extent.unique:
                raise RequestError("--all is about a board and pieces, not a tiling", where=board)
            return self._one(_read_tiling(board), None)
        problem = read_problem(board, pieces, rules)
        if extent.crossings:
            check_flat_squares(problem.board, "points where four tiles meet")
        if runs.run is not None:
            self.limit.trust()
            return self._judge_in_run(problem, runs)
        if extent.all:
            return self._judge_all(problem)
        tiling, known = _first(problem, self.question)
        if tiling is not None:
            return self._one(tiling, known)
        return give(
            show,
            lambda: {"touch": self.question.touch, "tilings": "0"},
            lambda: none_text(problem, quiet=show.quiet),
            out=self.output.out,
            code=1,
        )

    def _one(self, tiling: Tiling, known: Any) -> int:
        """Answer about one tiling."""
        from tilewright.coloring import color as find
        from tilewright.coloring import graph

        question, output, show = self.question, self.output, self.show
        if output.graph is not None:
            _save_graph(output.graph, graph(tiling, question.touch, outside=question.outside))
        if self.extent.count or self.extent.polynomial or self.extent.list:
            return self._colorings(tiling)
        begin = time.perf_counter()
        with ProgressLine(not show.json and not show.quiet) as line:
            answer = find(
                tiling,
                question.touch,
                **question.options(),
                known=known,
                effort=question.effort,
                progress=lambda far: say(f"trying: {far.phase}") if show.verbose else line.show(far.phase),
            )
        seconds = time.perf_counter() - begin
        if show.json:
            labels = {} if show.quiet else {"labels": tiling.labels.tolist()}
            print_json({**answer.to_json(), "seconds": round(seconds, 6), **labels})
        elif show.quiet:
            output.tell(str(answer.colors if answer else 0))
        else:
            _print_one(tiling, answer, output, show)
        if answer and output.out is not None:
            save_sheet(
                output.out, [tiling], lambda each, lines: colored_picture(each, answer, output, lines=lines)
            )
        elif not answer:
            say_unwritten(output.out, "the tiling cannot be colored so")
        if show.verbose:
            say(f"method: {answer.method}, {seconds:.2f} s")
        return 0 if answer else 1

    def _colorings(self, tiling: Tiling) -> int:
        """Count or list the colorings of one tiling."""
        from tilewright.coloring import chromatic_polynomial, count_colorings

        touch, options, extent, show = self.question.touch, self.question.options(), self.extent, self.show
        answer: dict[str, Any] = {"touch": touch, "tiles": tiling.size}
        lines: list[str] = []
        if extent.polynomial:
            coefficients = chromatic_polynomial(tiling, touch, outside=options["outside"])
            answer["polynomial"] = [str(value) for value in coefficients]
            lines.append(_polynomial_text(coefficients))
        found = 1
        if extent.count:
            found = count_colorings(tiling, touch, **options)
            classes = count_colorings(tiling, touch, **options, up_to_renaming=True)
            answer |= {"colors": options["colors"], "count": str(found), "up_to_renaming": str(classes)}
            renamed = f"{found} colorings, {classes} up to renaming of colors"
            lines.append(str(found) if show.quiet else renamed)
        if show.json and not extent.list:
            print_json(answer)
        elif lines:
            print("\n".join(lines))
        if not extent.list:
            return 0 if found else 1
        return self._listed(tiling, answer)

    def _listed(self, tiling: Tiling, answer: dict[str, Any]) -> int:
        """List the colorings of one tiling."""
        from tilewright.coloring import colorings

        listed = []
        total = 0
        complete = True
        try:
            for coloring in colorings(tiling, self.question.touch, **self.question.options()):
                self.limit.deadline.check()
                if total == self.extent.limit:
                    say(f"the first {total}; this is not all")
                    complete = False
                    break
                total += 1
                if self.show.json:
                    listed.append(coloring.tolist())
                else:
                    print(" ".join(map(str, coloring.tolist())))
        except (TimeUp, TimeLimitError):
            say(f"the first {total}; this is not all: the time is up")
            complete = False
        self.limit.end()
        if self.show.json:
            print_json({**answer, "complete": complete, "colorings": listed})
        if not complete:
            return 3
        return 0 if total else 1

    def _judge_all(self, problem: Problem) -> int:
        """Judge all tilings of a problem, a batch at a time."""
        from tilewright.search import Search

        announce_compiling()
        extent = self.extent
        search = Search(problem, unique=extent.unique, threads=extent.threads, timeout=self.limit.left)
        far = None if extent.limit is not None else search.snapshot
        code = self._judge(problem, _found(search), lambda: search.complete, far)
        if self.show.verbose:
            say(f"engine: {search.engine} ({search.reason})")
        return code

    def _judge_table(self, word: str) -> int:
        """Judge all tilings in a table, a batch at a time."""
        table = open_table(word)
        problem = table.problem
        if problem is None:
            raise FormatError("the file does not say which problem these are tilings of", where=word)
        if self.extent.unique:
            raise RequestError("a table has the tilings that it has; --unique is for solve", where="--unique")
        stored = ((labels, None) for labels in table.labels())
        return self._judge(problem, stored, lambda: bool(table.metadata.get("complete")))

    def _judge_in_run(self, problem: Problem, runs: Runs) -> int:
        """Judge all tilings of a problem in a run: each where it is found."""
        from tilewright.cluster import ColorsWork, Run

        assert runs.run is not None
        asked = {"touch": self.question.touch, **self.question.options()}
        begin = time.perf_counter()
        with Run(runs.run, ColorsWork.asking(problem, asked, unique=self.extent.unique)) as run:
            interrupted = work_on(run, runs, shown=not self.show.json)
            result = ColorsWork.tally(run.ledger.answers())
            complete = run.complete
            code = self._tell(problem, result, complete, time.perf_counter() - begin)
            return code if complete else say_unfinished(run, interrupted)

    def _judge(
        self,
        problem: Problem,
        batches: Iterable[_Batch],
        all_found: Callable[[], bool],
        far: Callable[[], SearchProgress] | None = None,
    ) -> int:
        """Judge tilings, print what they come to, and return the exit code; `far` says how far the search for them is."""
        limit = self.limit
        judging = _Judging(self, problem)
        begin = time.perf_counter()
        late = interrupted = False
        try:
            with ProgressLine(not self.show.json) as line:
                for labels, piece in batches:
                    limit.deadline.check()
                    judging.add(labels, piece)
                    line.show(so_far(judging.result, far))
                    if judging.full:
                        break
        except (TimeUp, TimeLimitError):
            late = True
        except KeyboardInterrupt:
            interrupted = True
        # What was judged by then is told and drawn.
        limit.end()
        result = judging.result
        complete = all_found() and not (late or interrupted) and not judging.full
        seconds = time.perf_counter() - begin
        if judging.kept:
            self._save_sheet(judging)
        elif result.tilings:
            say_unwritten(self.output.out, "no tiling can be colored so")
        else:
            say_unwritten(self.output.out, "there is no tiling" if complete else "no tiling was judged")
        code = self._tell(problem, result, complete, seconds)
        if not complete and not self.show.json:
            why = ": the time is up" if limit.deadline.passed else ""
            say(f"{_reached(result, far)}; this is not all{why}")
        if interrupted:
            return 130
        return code if complete else 3

    def _save_sheet(self, judging: _Judging) -> None:
        output = self.output
        assert output.out is not None

        def drawn(colored: tuple[Tiling, Any], lines: bool) -> Any:
            return colored_picture(*colored, output, lines=lines)

        save_sheet(output.out, judging.kept, drawn, _good(judging.result), of=True)

    def _tell(self, problem: Problem, result: Tally, complete: bool, seconds: float) -> int:
        """Print what the tilings come to, and return the exit code if these are all."""
        if self.show.json:
            print_json(self._tally_json(problem, result, complete, seconds))
        else:
            self.output.tell(self._tally_text(result, complete))
        if self.show.verbose:
            say(f"judged in {seconds:.2f} s")
        return 0 if _good(result) else 1

    def _tally_text(self, result: Tally, complete: bool) -> str:
        question, extent, quiet = self.question, self.extent, self.show.quiet
        if not result.tilings:
            none = "There is no tiling." if complete else "No tiling was judged."
            return "0" if quiet else none
        lines = []
        if question.limited:
            if quiet:
                return str(_good(result))
            lines.append(f"{_good(result)} of {result.tilings} are {_kind_text(question)}")
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

    def _tally_json(self, problem: Problem, result: Tally, complete: bool, seconds: float) -> dict[str, Any]:
        question = self.question
        answer: dict[str, Any] = {
            "board": problem.board.name,
            **space_json(problem),
            "pieces": problem.words(),
            "turn": problem.turn,
            "unique": self.extent.unique,
            "touch": question.touch,
            "outside": question.outside,
        }
        if question.limited:
            numbers = question.options()["numbers"]
            answer |= {
                "colors": len(numbers) if numbers else question.colors,
                "balanced": question.balanced,
                "numbers": numbers,
                "colorable": str(_good(result)),
            }
        else:
            answer["by_colors"] = _counted(result.by_colors)
        if self.extent.crossings:
            answer["by_crossings"] = _counted(result.by_crossings)
        return answer | {"tilings": str(result.tilings), "complete": complete, "seconds": round(seconds, 6)}


#: Labels (m, rows, columns), and the piece of each tile, if that is known.
_Batch = tuple["NDArray[np.int32]", "NDArray[np.int32] | None"]


class _Judging:
    """Tilings that are judged a batch at a time: the tally, and the first that can be colored so."""

    def __init__(self, task: _Task, problem: Problem) -> None:
        from tilewright.coloring import Tally

        self.task = task
        self.problem = problem
        self.result = Tally()
        self.kept: list[tuple[Tiling, Any]] = []

    @property
    def full(self) -> bool:
        """Whether as many were judged as were asked for."""
        limit = self.task.extent.limit
        return limit is not None and self.result.tilings >= limit

    def add(self, labels: NDArray[np.int32], piece: NDArray[np.int32] | None) -> None:
        """Judge a batch; whatever interrupts it, it is counted whole or not at all."""
        from tilewright.coloring import crossings, judge

        extent, question, board = self.task.extent, self.task.question, self.problem.board
        if extent.limit is not None:
            labels = labels[: extent.limit - self.result.tilings]
        judged = judge(
            labels,
            question.touch,
            **question.options(),
            threads=extent.threads,
            lattice=board.lattice,
            surface=board.surface,
        )
        more = copy.deepcopy(self.result)
        more.add(judged.colors, crossings(labels) if is_flat_squares(board) else None)
        self.result = more
        if self.task.output.out is None:
            return
        for index in judged.colors.nonzero()[0][: SHEET - len(self.kept)].tolist():
            own = None if piece is None else piece[index]
            names = () if own is None else self.problem.names
            tiling = Tiling(labels[index], own, names, board.lattice, board.surface)
            self.kept.append((tiling, judged.coloring[index, : tiling.size]))


def _found(search: Search) -> Iterator[_Batch]:
    """Yield the tilings that a search finds."""
    from tilewright.cover import decode_batch

    step = max(1, (1 << 21) // max(search.cover.number.size, 1))
    for rows in search.batches():
        for first in range(0, len(rows), step):
            yield decode_batch(search.cover, rows[first : first + step])


def _good(result: Tally) -> int:
    """Return how many tilings can be colored so."""
    return result.tilings - result.by_colors.get(0, 0)


def _counted(numbers: Mapping[int, int]) -> dict[str, str]:
    return {str(key): str(value) for key, value in sorted(numbers.items())}


def _kind_text(question: Question) -> str:
    numbers = question.options()["numbers"]
    colors = len(numbers) if numbers else question.colors
    manner = {"edge": f"{colors}-colorable along edges", "strong": f"strongly {colors}-colorable"}
    text = manner.get(str(question.touch), f"{colors}-colorable within distance {question.touch}")
    if numbers:
        return f"{text}, with {', '.join(map(str, numbers))} tiles of each color"
    return f"{text} and balanced" if question.balanced else text


def _read_tiling(word: str) -> Tiling:
    """Return the tiling in a file, or the first of several."""
    if word != "-" and not is_file(word) and not is_table(word):
        raise TilingError(
            f"there is no file {quoted(word)}; a board needs PIECES after it, such as "
            "'tilewright color 6x10 pentominoes'"
        )
    found = read_tilings(word)
    if not found:
        raise TilingError("there is no tiling in it", where=word)
    if len(found) > 1:
        say(f"the first of {len(found)} tilings; --all is about a board and pieces")
    return found[0]


def _first(problem: Problem, question: Question) -> tuple[Tiling | None, Any]:
    """Return a tiling; by Golomb's theorem, with its coloring, where it is about that, else by search."""
    hole = _golomb_hole(problem)
    if hole is None:
        from tilewright.search import solve

        announce_compiling()
        return solve(problem), None
    from tilewright.construction import colors_of_tiles, golomb, golomb_colors

    power = problem.board.shape[0].bit_length() - 1
    tiling = golomb(power, hole)
    if question.touch not in ("edge", "strong") or question.limited:
        return tiling, None
    colors = golomb_colors(power, hole, touch="strong" if question.strong else "edge")
    return tiling, colors_of_tiles(tiling.labels, colors)


def _golomb_hole(problem: Problem) -> tuple[int, int] | None:
    """Return the hole if the problem is a 2^n x 2^n board without a cell and any number of L-trominoes."""
    if not is_flat_squares(problem.board):
        return None
    rows, columns = problem.board.shape
    area = rows * columns
    if rows != columns or rows & (rows - 1) or rows < 2 or problem.board.area != area - 1:
        return None
    if len(problem.pieces) != 1 or problem.placed or problem.optional.any() or problem.board.marks.any():
        return None
    piece = problem.pieces[0]
    enough = piece.most is None or piece.most * 3 >= area - 1
    # Every orientation must be allowed: only then is the theorem about this problem.
    if len(piece.polyomino) != 3 or len(piece.orientations(problem.turn)) != 4 or not enough:
        return None
    if piece.least * 3 > area - 1:
        return None
    row, column = divmod(int(problem.board.mask.ravel().argmin()), columns)
    return row, column


def _print_one(tiling: Tiling, answer: Coloring, output: Output, show: Show) -> None:
    names = tiling.piece_names()
    reason = "" if answer.certificate is None else answer.certificate.text(names)
    if not answer:
        numbers = answer.certificate is not None and answer.certificate.kind == "exhausted"
        many = "so with" if numbers else "with"
        print(f"It cannot be colored {many} {_colors(answer.colors)}: {reason}")
        return
    if output.out is None and tiling.labels.size <= _TERMINAL:
        print_picture(colored_picture(tiling, answer, _visible(output, show), lines=True), show.color)
    used = sum(number > 0 for number in answer.numbers)
    if used <= answer.lower_bound:
        output.tell(f"{_colors(used)}, the least{f': {reason}' if used > 1 else ''}")
    else:
        output.tell(f"{_colors(used)}; at least {answer.lower_bound} are needed: {reason}")


def _visible(output: Output, show: Show) -> Output:
    """Return the output with hatching where the terminal shows no colors."""
    return replace(output, patterns=True) if terminal_color(show.color) == "none" else output


def _colors(count: int) -> str:
    return f"{count} color{'' if count == 1 else 's'}"


def _save_graph(path: Path, touching: Any) -> None:
    with replacing(path) as stream:
        for line in touching.lines("dimacs" if path.suffix.lower() == ".col" else "edges"):
            stream.write(line.encode("ascii"))


def _polynomial_text(coefficients: tuple[int, ...]) -> str:
    terms: list[str] = []
    for degree in range(len(coefficients) - 1, -1, -1):
        value = coefficients[degree]
        if value == 0:
            continue
        power = "" if degree == 0 else "k" if degree == 1 else f"k^{degree}"
        size = "" if abs(value) == 1 and power else str(abs(value))
        sign = ("-" if value < 0 else "") if not terms else (" - " if value < 0 else " + ")
        terms.append(f"{sign}{size}{' ' if size and power else ''}{power}")
    return "".join(terms) or "0"


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
