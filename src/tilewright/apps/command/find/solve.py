"""``tilewright solve``: find tilings."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    SHEET,
    Json,
    TilingPictures,
    check_out,
    deliver,
    holes,
    keep,
    none_text,
    none_words,
    note,
    note_unwritten,
    note_written,
    print_json_stream,
    save_sheet,
    terminal_color,
    uses_unicode,
    weigh_reasons,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.mistakes import copies_hint, typed
from tilewright.apps.command.options import (
    FIND,
    LIMITS,
    PICTURES,
    RUNS,
    Letters,
    Limit,
    MaxMemory,
    Natural,
    OutPath,
    PictureColors,
    PieceWord,
    Poster,
    ProblemWord,
    Rules,
    Seed,
    Show,
    Threads,
    Timeout,
    UniqueWord,
    classes,
    options,
    read_command_line,
    read_palette,
    refuse,
)
from tilewright.apps.command.reading import read_problem
from tilewright.apps.command.runs import Runs, finish
from tilewright.apps.command.saving import TilingsFile
from tilewright.errors import FormatError, TimeLimitError
from tilewright.formats.registry import is_cover_file, is_exchange_file
from tilewright.model.answer import problem_json
from tilewright.model.cover import Unique, up_to
from tilewright.model.problem import Problem
from tilewright.model.space.labels import UNCOVERED
from tilewright.model.tiling import Tiling
from tilewright.solving.search import EngineName, Search, Symmetric
from tilewright.system.values.arguments import counted, duration
from tilewright.system.work.question import INTERRUPTED, OUT_OF_TIME

if TYPE_CHECKING:
    from tilewright.solving.packing import Packer, Packing
    from tilewright.system.runs import Executor


# ``tilewright solve --most``: the best packing found, and the proven bound.


def _find_most(
    problem: Problem, extent: _Extent, work: CommandWork, drawing: TilingPictures
) -> int:
    """Search for the best packing; answer and return the exit code."""
    # Most searches need no linear programs.
    from tilewright.solving.packing import Packer

    out, show = drawing.out, drawing.show
    packer = Packer(problem, extent.seed)
    answer = work.ask(packer)
    if answer is None:
        return _report_none(packer, drawing, work)
    picture = drawing.of(answer.problem)
    if out is not None:
        save_sheet(out, [answer.tiling], picture, tilings=[answer.tiling], show=show)
    deliver(
        show,
        answer.to_json,
        lambda: str(len(answer)) if show.quiet else "\n".join(_packing_lines(answer)),
        picture=None if out is not None else lambda: picture(answer.tiling, True),
    )
    if answer.proven:
        return 0
    note(f"{work.stopped or OUT_OF_TIME}, so there may be a better packing than this one")
    return work.code or 3


def _packing_lines(answer: Packing) -> list[str]:
    """Return the lines below the picture: the numbers, and why there is no better packing."""
    text = answer.text()
    if not answer.empty or not answer.reasons:
        return [text]
    table = none_words(answer.reasons, answer.certificate)[1:]
    return [f"{text}: {'; '.join(answer.reasons)}", *table]


def _reasons_json(problem: Problem) -> Json:
    """Return why there is no packing, as `tilewright verify` reads it."""
    reasons = weigh_reasons(problem)
    proof = reasons.weighting or reasons.barrier
    return {
        "reasons": reasons.sentences,
        **({} if proof is None else {proof.kind: proof.to_json()}),
    }


def _report_none(packer: Packer, drawing: TilingPictures, work: CommandWork) -> int:
    """Say that there is no packing, or that none was found."""
    impossible, show = packer.impossible, drawing.show
    note_unwritten(drawing.out, "no packing was found")
    deliver(
        show,
        lambda: {
            **problem_json(packer.problem),
            "tilings": [],
            "most": None,
            "complete": impossible,
            "count": "0",
            **(_reasons_json(packer.problem) if impossible else {}),
        },
        lambda: none_text(packer.problem, quiet=show.quiet) if impossible else "",
    )
    if impossible:
        return 1
    note(f"no packing was found: {work.stopped or OUT_OF_TIME}")
    return work.code or 3


#: Steps of a search that an animation in a file reads, and the last ones of them that it shows.
_WATCHED, _SHOWN = 50_000, 2_000


@options(FIND)
class _Extent:
    """How much to search, and how."""

    all: bool = False
    """Find every tiling, not just one."""

    unique: UniqueWord = None
    """Count rotations and reflections of a tiling once; --unique rotations counts mirror images
    separately.
    """

    symmetric: Annotated[Symmetric | None, Parameter(metavar="SYMMETRY", show_choices=False)] = None
    """Find only tilings with this symmetry: half-turn, quarter-turn, third-turn, sixth-turn or
    mirror; mirror-0, mirror-45, mirror-90 and so on give the angle between the axis and the rows.
    """

    most: bool = False
    """Find the best packing: cover as many cells as possible, and prove a bound on how many are
    possible. Numbers of copies are upper limits; a single piece without a number may be used any
    number of times.
    """

    cheapest: bool = False
    """For an exact cover problem (FILE.dlx): find a solution with the lowest total cost (an option
    with |$7 costs 7).
    """

    seed: Seed = None

    limit: Limit = None
    """Stop after this many tilings."""

    timeout: Timeout = None

    max_memory: MaxMemory = None

    threads: Threads = None

    engine: Annotated[EngineName, Parameter(group=LIMITS)] = "auto"
    """The search engine. auto chooses an engine; -v explains the choice. [default: auto]"""

    @property
    def classes(self) -> Unique:
        """What counts once, as the library names it."""
        return classes(self.unique)

    @property
    def many(self) -> bool:
        """Whether more than one tiling is asked for."""
        return self.all or self.limit is not None


def solve(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    extent: _Extent = _Extent(),
    out: OutPath = None,
    checkpoint: Annotated[Path | None, Parameter(group=RUNS, metavar="FOLDER")] = None,
    animate: Annotated[Natural | None, Parameter(group=PICTURES, metavar="MS")] = None,
    letters: Letters = False,
    inks: PictureColors = PictureColors(),
    poster: Poster = Poster(),
    rules: Rules = Rules(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Find tilings: one, some or all.

    Prints a picture of each tiling. If there is no tiling and the reason is simple, explains why.

    FILE.dlx, an exact cover problem in the format of Knuth's programs (DLX1, DLX2, DLX3, DLX5,
    SSXCC), can replace BOARD and PIECES: a line of items, then a line for each option. The
    solutions of FILE.dlx are printed in the format of Knuth's programs.

    For example:

      tilewright solve 6x10 pentominoes
      tilewright solve 6x10 pentominoes --all --unique -q     # 2339
      tilewright solve 4x7 tetromino:IILSTTZ --turn one-sided
      tilewright solve 8x8-3,3-3,4-4,3-4,4 pentominoes -o tiling.svg
      tilewright solve board.txt pentomino:FILNPT '##/.#=2'
      tilewright solve talos:tower-gates-5 -v
      tilewright solve 4x6 trominoes+ --animate 20
      tilewright solve 23x24 '#####/.#+' --symmetric half-turn
      tilewright solve cube:6x6x6 I4 --most                   # 52
      tilewright solve 6x10 pentominoes --all --run runs/6x10@4

    Parameters
    ----------
    out
        Save a picture of up to 240 tilings (.svg .png .pdf .txt), the search as an animation
        (.gif), or all tilings (.jsonl .parquet). - prints SVG.
    checkpoint
        Save progress in FOLDER. Run the same command again to resume. Requires --all.
    animate
        Show the search in the terminal, MS milliseconds per step.
    """
    runs.check()
    unsaved = extent.engine in ("sat", "clauses")
    why = f"searches with --engine {extent.engine} cannot be saved; remove this option"
    refuse((checkpoint is not None and unsaved, why, "--checkpoint"))
    drawing = TilingPictures(out, show, letters, inks, poster)
    # Reading the pieces and compiling the problem count as time, too.
    with CommandWork(show, extent.timeout, extent.max_memory, extent.threads) as work:
        if not pieces and is_cover_file(board):
            return _solve_cover(board, "dlx", extent, work)
        refuse(
            (
                extent.cheapest,
                "needs an exact cover problem (FILE.dlx); `tilewright count … --cost PIECE=N` "
                "finds the cheapest tilings",
                "--cheapest",
            )
        )
        try:
            problem = read_problem(board, pieces, rules)
        except FormatError as error:
            # A puzzle that tilewright can only express as an exact cover problem.
            if not pieces and board != "-" and is_exchange_file(board):
                return _solve_cover(board, None, extent, work, error)
            raise
        if extent.most:
            check_out(out, show)
            return _find_most(problem, extent, work, drawing)
        check_out(out, show, jsonl="tilings", parquet="a table of tilings")
        if animate is not None:
            return _animate(problem, animate, extent, show)
        if hint := "" if show.quiet or show.json else copies_hint(problem, "solve", board, pieces):
            note(hint)
        if runs.run is not None or checkpoint is not None:
            return _search_in_run(problem, extent, drawing, runs, checkpoint, work)
        return _search(problem, extent, drawing, work)


#: The options that work for exact cover problems.
_OF_COVERS = (
    "--all --limit --seed --cheapest --engine --timeout --max-memory --json --quiet --verbose"
)


def _solve_cover(
    file: str,
    file_format: str | None,
    extent: _Extent,
    work: CommandWork,
    otherwise: FormatError | None = None,
) -> int:
    """Solve the exact cover problem in a file; an option that is about tilings is an error. If the
    file has none, raise what it is `otherwise`.
    """
    from tilewright.apps.command.find.cover import read_cover, solve_cover

    try:
        problem = read_cover(file, file_format)
    except FormatError as error:
        raise otherwise or error from None
    if problem is None:
        assert otherwise is not None
        raise otherwise

    options = sorted(word for word in read_command_line(typed.get()) if word.startswith("--"))
    wrong = next((word for word in options if word not in _OF_COVERS.split()), None)
    engines = ("auto", "sat", "dance") if extent.cheapest else ("auto", "dance")
    refuse(
        (
            wrong,
            f"does not apply to an exact cover problem; supported options: {_OF_COVERS}",
            "-o" if wrong == "--out" else wrong,
        ),
        (
            extent.engine not in engines,
            "must be auto or dance for an exact cover problem, or sat with --cheapest",
            "--engine",
        ),
    )
    return solve_cover(
        problem,
        work,
        many=extent.many,
        limit=extent.limit,
        seed=extent.seed,
        cheapest=extent.cheapest,
        engine=extent.engine,
    )


def _search(problem: Problem, extent: _Extent, drawing: TilingPictures, work: CommandWork) -> int:
    """Answer the request and return the exit code."""
    limit = extent.limit if extent.limit is not None or extent.all else 1
    search = Search(
        problem,
        unique=extent.classes,
        limit=limit,
        seed=extent.seed,
        threads=extent.threads,
        engine=extent.engine,
        symmetric=extent.symmetric,
        **work.limits,
    )
    if drawing.show.verbose:
        _note_plan(search, search.threads)
    answer = _TilingOutput(search, extent, drawing, work)
    with TilingsFile.open(search, drawing.out) as file:
        answer.deliver_tilings(file)
    with work.deadline.holds(), contextlib.suppress(TimeLimitError):
        # Spend the remaining time on an explanation; the answer itself is proven.
        _ = search.reasons
    return answer.finish()


def _search_in_run(
    problem: Problem,
    extent: _Extent,
    drawing: TilingPictures,
    runs: Runs,
    checkpoint: Path | None,
    work: CommandWork,
) -> int:
    """Find all tilings in a run, deliver them as a search does, and return the exit code."""
    from tilewright.solving.search.recorded import Recorded, RunTable
    from tilewright.solving.search.work import TilingsWork
    from tilewright.system.runs import Run, RunTuning, Threads

    store = tuning = threads = None
    crew: Executor | None = None
    if checkpoint is not None:
        # Loading pyarrow takes as long as a short search, and a killed process loses what all its
        # threads did.
        store, tuning = "arrays", RunTuning(seconds=5.0)
    folder = checkpoint or runs.run
    assert folder is not None
    task = TilingsWork.of(
        problem, unique=extent.classes, seed=extent.seed, engine=extent.engine, store=store
    )
    if checkpoint is not None:
        crew, threads = Threads(task, extent.threads), extent.threads or task.search.threads
    with Run(folder, task.within(work.deadline.memory), tuning) as run:
        if drawing.show.verbose:
            _note_plan(task.search, threads)
        if run.count and not run.complete:
            note(f"resuming from {folder}: {run.count:,} tilings found so far")
        head = _json_head(problem, extent, task.description["engine"])
        finish(
            run,
            runs,
            work,
            lambda count: {**head, "count": str(count)},
            drawing.out,
            count=True,
            crew=crew,
        )
        search = Recorded(problem, RunTable(folder))
        answer = _TilingOutput(search, extent, drawing, work)
        with TilingsFile.open(search, drawing.out) as file:
            answer.deliver_tilings(file)
    return answer.finish()


def _json_head(problem: Problem, extent: _Extent, engine: str) -> Json:
    """Return the first keys of a JSON answer."""
    return {
        **problem_json(problem),
        "unique": extent.classes,
        **({} if extent.symmetric is None else {"symmetric": extent.symmetric}),
        "engine": engine,
    }


def _note_plan(search: Search, threads: int | None) -> None:
    """Describe the problem and the engine; other processes work without `threads`."""
    if search.stopped_by is None and search.engine != "construction" and not search.reasons:
        cover = search.cover
        order = len(cover.symmetries(search.unique))
        note(
            f"{cover.area} cells, {len(cover.least)} pieces, {len(cover.piece)} orientations, "
            f"{cover.size} placements, {order} {'symmetry' if order == 1 else 'symmetries'}"
        )
    note(
        f"engine: {search.engine} "
        f"({search.reason}){'' if threads is None else f', threads: {threads}'}"
    )
    if search.races:
        note(f"if the answer takes long, these engines also run: {', '.join(search.races[1:])}")


class _TilingOutput:
    """What is printed and saved while tilings are found and after the last one."""

    def __init__(
        self, search: Search, extent: _Extent, drawing: TilingPictures, work: CommandWork
    ) -> None:
        self.search, self.extent, self.drawing, self.work = search, extent, drawing, work
        self.out, self.show = drawing.out, drawing.show
        self.picture = drawing.of(search.problem)
        self.sheet: list[Tiling] = []

    def deliver_tilings(self, file: TilingsFile) -> None:
        """Deliver the tilings until the end, a limit, or Ctrl-C."""
        # Ctrl-C stops the search between two tilings, so that each one found is recorded.
        with self.work.until_stopped(self.search.stop):
            if self.show.json:
                self._print_json(self._save_and_yield(file))
            elif self.show.quiet and self.out is None:
                self.search.count()
            elif file.table is not None:
                for labels, pieces in self.search.arrays():
                    file.table.add(labels, pieces)
            else:
                for tiling in self._save_and_yield(file):
                    if not self.show.quiet and self.out is None:
                        self.work.line.wipe()
                        if self.extent.many:
                            print(f"{self.search.delivered}:")
                        self.drawing.print(tiling, self.search.problem)

    def _save_and_yield(self, file: TilingsFile) -> Iterator[Tiling]:
        """Yield the tilings, and save them and keep those for the picture."""
        for tiling in self.search:
            if len(self.sheet) < SHEET and self.out is not None:
                self.sheet.append(tiling)
            file.add(tiling)
            yield tiling

    def _print_json(self, tilings: Iterator[Tiling]) -> None:
        problem = self.search.problem
        if self.search.limit == 1:
            # Which engine wins is known only afterwards.
            tilings = iter(list(tilings))
        head = _json_head(problem, self.extent, self.search.engine)

        def tilings_json() -> Iterator[Json]:
            for tiling in tilings:
                if not self.show.quiet:
                    yield tiling.to_json()

        def tail() -> Iterator[Json]:
            snapshot = self.search.snapshot()
            end: Json = {
                "complete": self.search.complete,
                "count": str(self.search.delivered),
                "nodes": str(snapshot.nodes),
                "seconds": round(snapshot.seconds, 6),
            }
            if self.search.complete and not self.search.delivered:
                end["reasons"] = self.search.reasons
                if self.search.weighting is not None:
                    end[self.search.weighting.kind] = self.search.weighting.to_json()
                if self.search.barrier is not None:
                    end["barrier"] = self.search.barrier.to_json()
            yield end

        print_json_stream(head, None if self.show.quiet else "tilings", tilings_json(), tail())

    def finish(self) -> int:
        """Print the summary, save the picture, and return the exit code."""
        search, count = self.search, self.search.delivered
        if self.out is not None and self.out.suffix.lower() not in (".jsonl", ".parquet"):
            self._save(self.out)
        elif self.out is not None and self.out.exists():
            note_written(self.out, counted(count, "tiling"), self.show)
        if not self.show.json:
            self._print_end(count)
        if self.work.stopped:
            return self.work.code
        if search.complete and not count:
            return 1
        many = self.extent.many
        stopped = search.stopped_by in ("timeout", "stop") or (
            many and search.stopped_by is not None
        )
        return 3 if stopped else 0

    def _print_end(self, count: int) -> None:
        search = self.search
        if search.complete and not count:
            proof = None if self.show.quiet else search.weighting or search.barrier
            print("\n".join(none_words(search.reasons, proof, search.symmetric)))
        elif self.show.quiet and self.out != Path("-"):
            print(count)
        snapshot = search.snapshot()
        what = f"{counted(count, 'tiling')}{up_to(search.unique)}"
        many = self.extent.many
        if not search.complete and (many or not count):
            reasons = {"timeout": OUT_OF_TIME, "limit": "--limit was reached"}
            why = reasons.get(search.stopped_by or "", INTERRUPTED)
            note(f"{what} so far; {why}, so there may be more")
        elif many and count and not self.show.quiet:
            note(f"{what} in total")
        if self.show.verbose:
            if search.races and (count or search.complete):
                note(f"{search.engine} found the answer first")
            note(
                f"{snapshot.nodes:,} nodes in {duration(snapshot.seconds)}, "
                f"{snapshot.rate / 1e6:.1f} million per second"
            )

    def _save(self, out: Path) -> None:
        """Draw the tilings or, if there is none, the proof by numbers or marked cells."""
        from tilewright.drawing import draw_frames
        from tilewright.solving.proofs import draw_barrier, draw_weighting

        if not self.sheet:
            weighting, barrier = self.search.weighting, self.search.barrier
            palette = read_palette(self.drawing.inks.palette)
            if weighting is not None:
                picture = draw_weighting(weighting, **palette)
            elif barrier is not None:
                picture = draw_barrier(barrier, **palette)
            else:
                note_unwritten(out, "no tiling was found")
                return
            keep(out, picture, "picture that explains why there is no tiling", self.show)
            return
        if out.suffix.lower() == ".gif":
            from tilewright.solving.search import search_frames

            problem = self.search.problem
            frames = list(
                search_frames(
                    problem,
                    limit=_WATCHED,
                    last=_SHOWN,
                    seed=self.extent.seed,
                    engine=self.extent.engine,
                )
            )
            pictures = draw_frames(frames, marks=problem.board, **self.drawing.inks.arguments())
            keep(out, pictures, "", self.show)
            if (frames[-1].labels == UNCOVERED).any():
                note(
                    f"{out} shows only the first {_WATCHED:,} steps of the search, which do not "
                    "reach a tiling"
                )
            elif len(frames[0]):
                note(f"{out} shows the last {_SHOWN:,} steps of the search")
            else:
                note_written(
                    out, f"animation of the search in {counted(len(frames), 'step')}", self.show
                )
            return
        hint = "; to save all of them, write -o FILE.jsonl or -o FILE.parquet"
        pages = self.drawing.poster.pages(f"{self.search.problem.board}: {len(self.sheet)} tilings")
        count = self.search.delivered
        save_sheet(
            out,
            self.sheet,
            self.picture,
            count,
            tilings=self.sheet,
            hint=hint,
            show=self.show,
            **pages,
        )
        several = out.suffix.lower() == ".pdf" and not pages and len(self.sheet) > 1
        if several and not self.show.quiet:
            number = len(self.sheet)
            note(
                f"{out} has {number} pages; add --per-page {number} to put all pictures on one page"
            )


def _animate(problem: Problem, milliseconds: int, extent: _Extent, show: Show) -> int:
    """Animate the search in the terminal, or print only its last board if there is no terminal."""
    from tilewright.drawing import animate, draw_frames
    from tilewright.solving.search import search_frames

    last: Tiling | None = None

    def remember_last() -> Iterator[Tiling]:
        nonlocal last
        for frame in search_frames(problem, seed=extent.seed, engine=extent.engine):
            last = frame
            yield frame

    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        screen = shutil.get_terminal_size()
        animate(
            draw_frames(remember_last(), marks=problem.board, holes=holes(problem.board)),
            sys.stdout,
            milliseconds=milliseconds,
            color=terminal_color(),
            unicode=uses_unicode(),
            width=screen.columns,
            height=screen.lines,
        )
    else:
        for _ in remember_last():
            pass
    assert last is not None
    if (last.labels == UNCOVERED).any():
        print(none_text(problem))
        return 1
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        TilingPictures(None, show).print(last, problem)
    return 0
