"""``tilewright color``: the fewest colors of one tiling, or of all tilings of a problem."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from cyclopts import Parameter, Token

from tilewright.apps.command.answers import (
    SHEET,
    check_out,
    deliver,
    enclosed,
    none_text,
    note,
    note_unwritten,
    print_json,
    print_picture,
    save_sheet,
    terminal_color,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.options import (
    FIND,
    PICTURES,
    Limit,
    MaxMemory,
    OutPath,
    PaletteWord,
    Poster,
    Rules,
    Show,
    Threads,
    Timeout,
    UniqueWord,
    Whole,
    Word,
    classes,
    options,
    read_palette,
    refuse,
)
from tilewright.apps.command.reading import is_table, open_table, read_problem, read_tilings
from tilewright.apps.command.runs import Runs, note_unfinished, work_on
from tilewright.errors import FormatError, TilingError, quoted
from tilewright.formats.registry import is_exchange_file, read_entries
from tilewright.formats.request import is_file, request_words
from tilewright.model.answer import problem_json
from tilewright.model.problem import Problem
from tilewright.model.puzzle import is_puzzle_file, is_puzzle_name
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import SQUARES
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import duration, read_number
from tilewright.system.work.deadline import check_time, report
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import OUT_OF_TIME

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from tilewright.drawing import Picture
    from tilewright.solving.coloring import ColorCounts, Touch
    from tilewright.solving.search import Search
    from tilewright.system.work.progress import SearchProgress

    #: Labels (m, rows, columns), and the piece of each tile if known.
    _Batch = tuple[NDArray[np.int32], NDArray[np.int32] | None]


def _read_touch(wanted: object, tokens: Sequence[Token]) -> int | str:
    word = tokens[0].value
    if word in ("edge", "strong"):
        return word
    if not (word.isascii() and word.removeprefix("-").isdigit()):
        raise ValueError(f"must be edge, strong or a number of king's moves, got {quoted(word)}")
    return read_number(word)


#: ``edge``, ``strong``, or how many king's moves apart.
_Touch = Annotated[int | str, Parameter(converter=_read_touch)]


@options(FIND)
class ColorRequest:
    """Which colorings are asked for."""

    touch: Annotated[_Touch | None, Parameter(metavar="edge|strong|K")] = None
    """Which tiles must have different colors: those that share an edge (edge), those that share an
    edge or corner (strong), or those at most K king's moves apart (a number). [default: edge]
    """

    colors: Whole | None = None
    """Use exactly N colors, or explain why N colors are not enough."""

    @property
    def touching(self) -> Touch:
        """Which tiles must differ, as the library says it."""
        return cast("Touch", "edge" if self.touch is None else self.touch)

    def judged(self) -> dict[str, Any]:
        """Return the arguments of the library that judges all tilings."""
        return {"touch": self.touching, "colors": self.colors}


@options(FIND)
class Selection:
    """Which tilings, and what to print about them."""

    all: bool = False
    """Color every tiling, and count the tilings that need each number of colors."""

    unique: UniqueWord = None
    """With --all: count rotations and reflections of a tiling once; --unique rotations counts
    mirror images separately.
    """

    limit: Limit = None
    """Stop after this many tilings."""

    timeout: Timeout = None

    max_memory: MaxMemory = None

    threads: Threads = None


@options(PICTURES)
class Output:
    """What is drawn and saved."""

    out: OutPath = None
    """Save a picture (.svg .png .pdf .txt). With --all, the picture shows the tilings that can be
    colored.
    """

    palette: PaletteWord = None

    letters: bool = False
    """Label each tile with its name or number."""

    def print_answer(self, words: str) -> None:
        """Print the answer in words, on standard error if standard output has the picture."""
        (note if self.out == Path("-") else print)(words)

    def visible(self) -> Output:
        """Return the options, with hatching if the terminal shows no colors."""
        return replace(self, palette="hatched") if terminal_color() == "none" else self


def _picture(output: Output, colored: tuple[Tiling, Any], lines: bool) -> Picture:
    """Return the picture of a tiling with colors; with `lines`, holes are filled."""
    from tilewright.drawing import draw

    tiling, answer = colored
    return draw(
        tiling,
        holes=enclosed(tiling.labels != OUTSIDE) if lines and tiling.lattice is SQUARES else (),
        coloring=answer,
        letters=output.letters,
        **read_palette(output.palette),
    )


#: Why a rule is refused for a tiling in a file.
_NO_RULES = "the file contains tilings, not a problem; remove this option"
#: Cells of the largest tiling that is drawn in the terminal.
_TERMINAL = 1 << 16


def color(
    board: Word,
    /,
    *pieces: str,
    question: ColorRequest = ColorRequest(),
    extent: Selection = Selection(),
    output: Output = Output(),
    poster: Poster = Poster(),
    rules: Rules = Rules(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Color tilings with the fewest colors.

    Colors the tiling in FILE (as solve prints or saves it), or the first tiling of
    BOARD by PIECES, and proves that fewer colors are not enough. With --all, colors
    every tiling. With --colors N, exits with 1 if N colors are not enough, and
    explains why.

    For example:

      tilewright color 6x10 pentominoes
      tilewright color tiling.txt --touch strong -o colored.svg
      tilewright color 6x10 pentominoes --all --unique --touch strong
      tilewright color 6x10 pentominoes --all --unique --touch strong --colors 3
      tilewright color 6x10 pentominoes --all --unique --touch strong --colors 3 -o 94.pdf
      tilewright color 2^10-3,5 L3+ -o board.png
      tilewright color 5x12 pentominoes --all --touch strong --run runs/color

    Parameters
    ----------
    board
        A file with a tiling (- for standard input), a board, or a named puzzle.
    pieces
        The pieces, if a board is given. `tilewright --help` shows how to write pieces.
    """
    board, pieces = request_words(board, *pieces)
    _check_options(question, output, show)
    runs.check()
    alone = runs.run is not None and not pieces
    refuse((alone, "a run colors all tilings of a board; specify BOARD and PIECES", "--run"))
    # Reading the tiling or the pieces counts as time, too.
    with CommandWork(show, extent.timeout, extent.max_memory, extent.threads) as work:
        return _Task(question, extent, output, show, work, poster).run(board, pieces, rules, runs)


def _check_options(question: ColorRequest, output: Output, show: Show) -> None:
    """Check before the work that the options go together and that the output can be written."""
    from tilewright.solving.coloring import check_touch
    from tilewright.solving.coloring.least import check_colors

    check_touch(question.touching)
    if question.colors is not None:
        check_colors(question.colors)
    check_out(output.out, show)


@dataclass(frozen=True)
class _Task:
    """A request about tilings."""

    question: ColorRequest
    extent: Selection
    output: Output
    show: Show
    work: CommandWork
    poster: Poster

    def run(self, board: str, pieces: tuple[str, ...], rules: Rules, runs: Runs) -> int:
        """Color one tiling, or judge all; return the exit code."""
        extent, show = self.extent, self.show
        if extent.all and not pieces and is_table(board):
            rules.refuse(_NO_RULES)
            return self._color_all(*self._tilings_of_table(board))
        whole = is_exchange_file(board) and (extent.all or not _is_answer(board))
        if not (pieces or is_puzzle_name(board) or is_puzzle_file(board) or whole):
            why = "--all and --unique need a board and pieces, or a table of tilings"
            refuse((extent.all or extent.unique is not None, why, board))
            rules.refuse(_NO_RULES)
            return self._color_one(_read_tiling(board))
        problem = read_problem(board, pieces, rules)
        if runs.run is not None:
            return self._color_in_run(problem, runs)
        if extent.all:
            return self._color_all(problem, self._tilings_of_search(problem))
        from tilewright.solving.search import solve

        if (tiling := solve(problem)) is not None:
            return self._color_one(tiling)
        return deliver(
            show,
            lambda: {"touch": self.question.touching, "tilings": "0"},
            lambda: none_text(problem, quiet=show.quiet),
            out=self.output.out,
            code=1,
        )

    def _color_one(self, tiling: Tiling) -> int:
        """Color one tiling."""
        from tilewright.solving.coloring import color as find

        question, output, show = self.question, self.output, self.show
        self.work.start()
        answer = find(
            tiling,
            question.touching,
            colors=question.colors,
            progress=lambda far: (
                note(f"trying: {far.phase}") if show.verbose else self.work.report(far)
            ),
        )
        self.work.line.wipe()
        seconds = self.work.seconds
        if show.json:
            bare = replace(answer, tiling=None).to_json() | self.work.seconds_json()
            print_json(bare if show.quiet else bare | answer.to_json())
        elif show.quiet:
            output.print_answer(str(answer.colors if answer else 0))
        else:
            if answer and output.out is None and tiling.labels.size <= _TERMINAL:
                picture = _picture(output.visible(), (tiling, answer), True)
                print_picture(picture)
            output.print_answer(answer.text())
        if answer and output.out is not None:
            self._save(output.out, [(tiling, answer)])
        elif not answer:
            note_unwritten(output.out, "the tiling cannot be colored this way")
        if show.verbose:
            note(f"method: {answer.method}, {seconds:.2f} s")
        return 0 if answer else 1

    def _save(
        self, out: Path, colored: Sequence[tuple[Tiling, Any]], total: int = 0, **pages: Any
    ) -> None:
        save_sheet(
            out,
            colored,
            partial(_picture, self.output),
            total,
            tilings=[tiling for tiling, _ in colored],
            of=True,
            show=self.show,
            **pages,
        )

    def _tilings_of_search(self, problem: Problem) -> _Source:
        from tilewright.solving.search import Search

        extent = self.extent
        search = Search(
            problem, unique=classes(extent.unique), threads=extent.threads, timeout=self.work.left
        )
        if self.show.verbose:
            note(f"engine: {search.engine} ({search.reason})")
        far = None if extent.limit is not None else search.snapshot
        return _Source(_find_tilings(search), lambda: search.complete, far)

    def _tilings_of_table(self, word: str) -> tuple[Problem, _Source]:
        table = open_table(word)
        problem = table.problem
        if problem is None:
            raise FormatError("the table does not name its board and pieces", where=word)
        why = "cannot be applied to a table; use solve --unique when you write the table"
        refuse((self.extent.unique is not None, why, "--unique"))
        stored = ((labels, None) for labels in table.labels())
        return problem, _Source(stored, lambda: bool(table.metadata.get("complete")))

    def _color_in_run(self, problem: Problem, runs: Runs) -> int:
        """Color all tilings of a problem in a run."""
        from tilewright.solving.coloring.work import ColorsWork

        settings = {**self.question.judged(), "balanced": False, "sizes": None, "outside": False}
        self.work.start()
        task = ColorsWork.asking(problem, settings, unique=classes(self.extent.unique))
        with runs.open(task, self.work) as run:
            work_on(run, runs, self.work)
            result = replace(
                ColorsWork.tally(run.ledger.answers()),
                **self.question.judged(),
                complete=run.complete,
            )
            code = self._print_totals(problem, result)
            return code if result.complete else note_unfinished(run, self.work)

    def _color_all(self, problem: Problem, source: _Source) -> int:
        """Color tilings a batch at a time, print the totals, and return the exit code."""
        self.work.start()
        judging = _Judging(self, problem, source)
        result = self.work.ask(judging)
        out, sheet = self.output.out, judging.sheet
        if out is not None and sheet:
            how = "strongly colored" if self.question.touching == "strong" else "colored"
            colors = "" if self.question.colors is None else f" with {self.question.colors} colors"
            pages = self.poster.pages(f"{result.colorable} tilings, {how}{colors}")
            self._save(out, sheet, result.colorable, **pages)
        elif result.tilings:
            note_unwritten(out, "no tiling can be colored this way")
        else:
            note_unwritten(
                out, "there is no tiling" if result.complete else "no tiling was colored"
            )
        code = self._print_totals(problem, result)
        if result.complete:
            return code
        if not self.show.json:
            why = "--limit was reached" if judging.full else "the table is incomplete"
            why = OUT_OF_TIME if self.work.deadline.passed else self.work.stopped or why
            note(f"{progress_line(result, source.far)}; {why}, so there may be more")
        return self.work.code or 3

    def _print_totals(self, problem: Problem, result: ColorCounts) -> int:
        """Print the totals, and return the exit code of a complete answer."""
        if self.show.json:
            print_json(
                {
                    **problem_json(problem),
                    "unique": classes(self.extent.unique),
                    **result.to_json(),
                    **self.work.seconds_json(),
                }
            )
        elif self.show.quiet and (result.limited or not result.tilings):
            self.output.print_answer(str(result.colorable))
        else:
            self.output.print_answer(result.text())
        if self.show.verbose:
            note(f"colored in {self.work.seconds:.2f} s")
        return 0 if result.colorable else 1


@dataclass(frozen=True)
class _Source:
    """Tilings in batches, whether these were all, and the progress of the search for them."""

    batches: Iterable[_Batch]
    complete: Callable[[], bool]
    far: Callable[[], SearchProgress] | None = None


class _Judging:
    """The colors of all tilings as a question: the tally, and the first ones with a coloring."""

    def __init__(self, task: _Task, problem: Problem, source: _Source) -> None:
        from tilewright.solving.coloring import ColorCounts

        self._task, self._problem, self._source = task, problem, source
        self._counts = ColorCounts(**task.question.judged())
        self.sheet: list[tuple[Tiling, Any]] = []
        self.full = False

    def run(self) -> None:
        for labels, piece in self._source.batches:
            self._add(labels, piece)
            report(Progress(phase=progress_line(self._counts, self._source.far)))
            check_time()
            if self.full:
                return

    def answer(self, stopped: str = "") -> ColorCounts:
        self._counts.complete = self._source.complete() and not (stopped or self.full)
        return self._counts

    def _add(self, labels: NDArray[np.int32], piece: NDArray[np.int32] | None) -> None:
        """Color a batch; an interrupt leaves it counted whole or not at all."""
        extent, board = self._task.extent, self._problem.board
        if extent.limit is not None:
            labels = labels[: extent.limit - self._counts.tilings]
        more = copy.deepcopy(self._counts)
        judged = more.judge(
            labels, threads=extent.threads, lattice=board.lattice, surface=board.surface
        )
        self._counts = more
        self.full = extent.limit is not None and more.tilings >= extent.limit
        if self._task.output.out is None:
            return
        for index in judged.colors.nonzero()[0][: SHEET - len(self.sheet)].tolist():
            tile_pieces = None if piece is None else piece[index]
            names = () if tile_pieces is None else self._problem.names
            tiling = Tiling(labels[index], tile_pieces, names, board.lattice, board.surface)
            self.sheet.append((tiling, judged.coloring[index, : len(tiling)]))


def _find_tilings(search: Search) -> Iterator[_Batch]:
    """Yield the tilings that a search finds."""
    from tilewright.model.cover import decode_batch

    step = max(1, (1 << 21) // max(search.cover.number.size, 1))
    for rows in search.batches():
        for first in range(0, len(rows), step):
            yield decode_batch(search.cover, rows[first : first + step])


def _read_tiling(word: str) -> Tiling:
    """Return the tiling in a file, or the first of several."""
    if word != "-" and not is_file(word) and not is_table(word):
        raise TilingError(
            f"file {quoted(word)} not found; after a board, give its pieces: tilewright color "
            "6x10 pentominoes"
        )
    tilings = read_tilings(word)
    if not tilings:
        raise TilingError("the file contains no tiling", where=word)
    if len(tilings) > 1:
        note(
            f"coloring only the first of {len(tilings)} tilings; --all requires a board and "
            "pieces, or a table"
        )
    return tilings[0]


def _is_answer(file: str) -> bool:
    """Return True if a file is the answer of a command with its tilings, beside the problem."""
    _, entries = read_entries(file)
    return any(entry.kind == "tilings" for entry in entries)


def progress_line(result: ColorCounts, far: Callable[[], SearchProgress] | None) -> str:
    """Return the progress line: tilings colored, time left, and tilings by number of colors."""
    parts = [f"{result.tilings:,} tilings colored"]
    if far is not None:
        progress = far()
        parts.append(f"{_percent(progress.share)} of the search")
        if progress.left is not None and progress.share < 1:
            parts.append(f"about {duration(progress.left)} left")
    if len(result.by_colors) > 1:
        colors = (
            f"{number or 'none'}: {tilings:,}"
            for number, tilings in sorted(result.by_colors.items())
        )
        parts.append(f"by colors {', '.join(colors)}")
    return " · ".join(parts)


def _percent(share: float) -> str:
    """Format a share with two digits, as a long search stays far below 1% for long.

    >>> _percent(0.00193), _percent(0.456), _percent(1.0)
    ('0.19%', '46%', '100%')
    """
    return f"{100 * share:.2g}%" if share < 0.995 else "100%"
