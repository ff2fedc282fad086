"""``tilewright solve``: find tilings."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from tilewright.apps.command.answers import (
    SHEET,
    check_out,
    deliver,
    holes,
    none_text,
    none_words,
    note,
    note_unwritten,
    note_written,
    print_json,
    print_json_stream,
    print_picture,
    problem_json,
    save_sheet,
    terminal_color,
    tiling_picture,
    uses_unicode,
)
from tilewright.apps.command.limits import PATIENCE, ProgressLine, TimeLimit, duration
from tilewright.apps.command.mistakes import copies_hint
from tilewright.apps.command.options import (
    FIND,
    LIMITS,
    PICTURES,
    RUNS,
    MaxMemory,
    Natural,
    OutPath,
    PictureColors,
    PieceWord,
    Positive,
    Poster,
    ProblemWord,
    Rules,
    Seed,
    Show,
    Threads,
    Timeout,
    options,
    refuse,
)
from tilewright.apps.command.reading import read_problem
from tilewright.apps.command.runs import Runs, work_through
from tilewright.apps.command.saving import TilingsFile
from tilewright.errors import RequestError, TimeLimitError
from tilewright.model.cover import Unique, up_to
from tilewright.model.problem import Problem
from tilewright.model.space.labels import UNCOVERED
from tilewright.model.tiling import Tiling
from tilewright.solving.proofs import Reasons
from tilewright.solving.search import Search
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import Deadline
from tilewright.system.work.progress import SearchProgress

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.solving.packing import Packer, Packing


# ``tilewright solve --most``: the best packing found, and the proven bound.


def find_most(
    problem: Problem,
    *,
    threads: int | None,
    seed: int | None,
    limit: TimeLimit,
    show: Show,
    out: Path | None,
    letters: bool,
    inks: PictureColors,
) -> int:
    """Search for the best packing until it is proven, a time limit, or Ctrl-C; answer and return
    the exit code.
    """
    # Most searches need no linear programs.
    from tilewright.solving.packing import Packer

    interrupted = False
    packer = Packer(problem, seed)
    # From here on the search itself watches the time and keeps what it found.
    limit.release()
    with (
        ProgressLine(not show.json) as line,
        limit.deadline.holds(),
        Deadline(threads=threads, listener=lambda far: line.show(far.text, now=True)).holds(),
    ):
        try:
            packer.run()
        except KeyboardInterrupt:
            interrupted = True
        except TimeLimitError:
            pass
    answer = packer.answer()
    if answer is None:
        return _report_none(packer, show, out, interrupted)

    def picture(tiling: Tiling, lines: bool) -> Picture:
        return tiling_picture(tiling, answer.problem, lines=lines, letters=letters, inks=inks)

    if out is not None:
        save_sheet(out, [answer.tiling], picture, tilings=[answer.tiling], show=show)
    code = deliver(
        show,
        answer.to_json,
        lambda: str(len(answer)) if show.quiet else "\n".join(_packing_lines(answer)),
        picture=None if out is not None else lambda: picture(answer.tiling, True),
    )
    if answer.proven:
        return code
    note(
        "the best packing so far; there may be a better one: "
        + ("interrupted" if interrupted else "the time limit was reached")
    )
    return 130 if interrupted else 3


def _packing_lines(answer: Packing) -> list[str]:
    """Return the lines below the picture: the numbers, and why there is no better packing."""
    text = answer.text()
    if not answer.empty or not answer.reasons:
        return [text]
    table = none_words(answer.reasons, answer.certificate)[1:]
    return [f"{text}: {'; '.join(answer.reasons)}", *table]


def _reasons_json(problem: Problem) -> dict[str, Any]:
    """Return why there is no packing, as `tilewright verify` reads it."""
    reasons = Reasons(problem)
    reasons.weigh()
    proof = reasons.weighting or reasons.barrier
    return {
        "reasons": reasons.sentences,
        **({} if proof is None else {proof.kind: proof.to_json()}),
    }


def _report_none(packer: Packer, show: Show, out: Path | None, interrupted: bool) -> int:
    """Say that there is no packing, or that none was found."""
    if out is not None:
        note_unwritten(out, "no packing was found")
    if show.json:
        print_json(
            {
                **problem_json(packer.problem),
                "tilings": [],
                "most": None,
                "complete": packer.impossible,
                "count": "0",
                **(_reasons_json(packer.problem) if packer.impossible else {}),
            }
        )
    if not packer.impossible:
        note(
            "no packing was found: "
            + ("interrupted" if interrupted else "the time limit was reached")
        )
        return 130 if interrupted else 3
    if not show.json:
        print(none_text(packer.problem, quiet=show.quiet))
    return 1


#: Steps of a search that an animation in a file reads, and the last ones of them that it shows.
_WATCHED, _SHOWN = 50_000, 2_000
#: Why an option about classes of tilings is refused in a search for one.
_ONE = "needs --all or --limit"


@options(FIND)
class _Extent:
    """How much to search, and how."""

    all: bool = False
    """Find every tiling, not just one."""

    unique: bool = False
    """Count rotations and reflections of a tiling once."""

    rotations: bool = False
    """Count rotations of a tiling once, and its mirror images separately."""

    symmetric: Literal["half-turn", "quarter-turn", "third-turn", "sixth-turn", "mirror"] | None = (
        None
    )
    """Find only tilings with this symmetry."""

    most: bool = False
    """Find the best packing: cover as many cells as possible, and say how many are possible at
    most. Numbers of copies are upper limits; a single piece without a number is used any number of
    times.
    """

    seed: Seed = None

    limit: Annotated[Positive | None, Parameter(group=LIMITS)] = None
    """Stop after this many tilings."""

    timeout: Timeout = None

    max_memory: MaxMemory = None

    threads: Threads = None

    engine: Annotated[
        Literal["auto", "scan", "dance", "sat", "clauses", "matching"], Parameter(group=LIMITS)
    ] = "auto"
    """The search engine. auto chooses one; -v says which and why. [default: auto]"""

    @property
    def classes(self) -> Unique:
        """What counts once, as the library names it."""
        refuse((self.unique and self.rotations, "choose one of --unique and --rotations", None))
        return "rotations" if self.rotations else self.unique

    @property
    def many(self) -> bool:
        """Whether more than one tiling is asked for."""
        return self.all or self.limit is not None

    @property
    def symmetry(self) -> Any:
        """The symmetry as the library names it."""
        return self.symmetric


def solve(
    board: ProblemWord,
    /,
    *pieces: PieceWord,
    extent: _Extent = _Extent(),
    out: OutPath = None,
    checkpoint: Annotated[Path | None, Parameter(group=RUNS, metavar="FOLDER")] = None,
    animate: Annotated[Natural | None, Parameter(group=PICTURES, metavar="MS")] = None,
    letters: Annotated[bool, Parameter(group=PICTURES)] = False,
    inks: PictureColors = PictureColors(),
    poster: Poster = Poster(),
    rules: Rules = Rules(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Find tilings: one, some or all.

    Prints a picture of each tiling. If there is no tiling, says so, and explains
    why if the reason is simple.

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
      tilewright solve 6x10 pentominoes --all --run runs/6x10 --workers 4

    Parameters
    ----------
    out
        Save a picture of up to 240 tilings (.svg .png .pdf .txt), the search as an animation
        (.gif), or all tilings (.jsonl .parquet). - prints SVG.
    checkpoint
        Save progress in FOLDER. Run the same command again to resume. Works with --all.
    animate
        Show the search in the terminal, MS milliseconds per step.
    letters
        Label each tile with the name of its piece.
    """
    runs.check(
        limit=extent.limit is not None,
        threads=extent.threads is not None,
        symmetric=extent.symmetric is not None,
        checkpoint=checkpoint is not None,
        animate=animate is not None,
    )
    if extent.most:
        _check_most(extent, rules, checkpoint=checkpoint, animate=animate, run=runs.run, out=out)
    elif animate is None and not extent.many:
        refuse(
            (extent.unique, _ONE, "--unique"),
            (extent.rotations, _ONE, "--rotations"),
        )
    if runs.run is not None and not extent.all:
        raise RequestError("a run finds all tilings; add --all", where="--run")
    if checkpoint is not None and animate is None:
        _check_checkpoint(extent)
    drawing = _Drawing(out, letters, inks, poster)
    # Reading the pieces and compiling the problem count as time, too.
    with TimeLimit(extent.timeout, PATIENCE, extent.max_memory) as limit:
        problem = read_problem(board, pieces, rules)
        if extent.most:
            check_out(out, show)
            return find_most(
                problem,
                threads=extent.threads,
                seed=extent.seed,
                limit=limit,
                show=show,
                out=out,
                letters=letters,
                inks=inks,
            )
        _check_output(out, extent, show)
        poster.check(out)
        if animate is not None:
            _check_animation(extent, show, out, checkpoint)
        if animate is not None:
            return _animate(problem, animate, extent, show)
        if hint := "" if show.quiet or show.json else copies_hint(problem, "solve", board, pieces):
            note(hint)
        if runs.run is not None or checkpoint is not None:
            limit.stop_interrupting()
            return _search_in_run(
                problem, extent, show, drawing, runs, checkpoint, limit.deadline.memory
            )
        return _search(problem, extent, show, drawing, limit)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What is saved, and how it is drawn."""

    out: Path | None
    letters: bool
    inks: PictureColors
    poster: Poster


def _search(
    problem: Problem,
    extent: _Extent,
    show: Show,
    drawing: _Drawing,
    time_limit: TimeLimit,
) -> int:
    """Answer the request and return the exit code."""
    limit = extent.limit if extent.limit is not None or extent.all else 1
    line = ProgressLine(not show.json)
    search = Search(
        problem,
        unique=extent.classes,
        limit=limit,
        seed=extent.seed,
        threads=extent.threads,
        engine=extent.engine,
        symmetric=extent.symmetry,
        timeout=time_limit.left,
        max_memory=time_limit.deadline.memory,
        progress=lambda snapshot: line.show(_progress_text(snapshot)),
    )
    if show.verbose:
        _note_plan(search, search.threads)
    answer = _TilingOutput(search, extent, show, drawing)
    with line, TilingsFile.open(search, drawing.out) as file:
        # From here on the search itself watches the time and keeps what it found.
        time_limit.release()
        answer.deliver_tilings(file, line)
    with time_limit.deadline.holds(), contextlib.suppress(TimeLimitError):
        # Spend the remaining time on an explanation; the answer itself is proven.
        _ = search.reasons
    return answer.finish()


def _search_in_run(
    problem: Problem,
    extent: _Extent,
    show: Show,
    drawing: _Drawing,
    runs: Runs,
    checkpoint: Path | None,
    memory: int | None,
) -> int:
    """Find all tilings in a run, deliver them as a search does, and return the exit code."""
    from tilewright.solving.search.recorded import Recorded, RunTable
    from tilewright.solving.search.work import TilingsWork
    from tilewright.system.runs import Run, RunTuning, Threads

    folder = runs.run or checkpoint
    assert folder is not None
    store = tuning = None
    if checkpoint is not None:
        # Loading pyarrow takes as long as a short search, and a killed process loses what all its
        # threads did.
        store, tuning = "arrays", RunTuning(seconds=5.0)
    work = TilingsWork.of(
        problem, unique=extent.classes, seed=extent.seed, engine=extent.engine, store=store
    )
    with Run(folder, work.within(memory), tuning) as run:
        if show.verbose:
            _note_plan(
                work.search, None if checkpoint is None else extent.threads or work.search.threads
            )
        if run.count and not run.complete:
            note(f"resuming from {folder}: {run.count:,} tilings found so far")
        head = _json_head(problem, extent, work.description["engine"])
        code = work_through(
            run,
            runs,
            show,
            lambda: {**head, "complete": False, "count": str(run.count)},
            drawing.out,
            count=True,
            crew=None if checkpoint is None else Threads(work, extent.threads),
        )
        if code is not None:
            return code
        search = Recorded(problem, RunTable(folder))
        answer = _TilingOutput(search, extent, show, drawing)
        line = ProgressLine(False)
        with TilingsFile.open(search, drawing.out) as file:
            answer.deliver_tilings(file, line)
    return answer.finish()


def _json_head(problem: Problem, extent: _Extent, engine: str) -> dict[str, Any]:
    """Return the first keys of a JSON answer."""
    return {
        **problem_json(problem),
        "unique": extent.classes,
        **({} if extent.symmetric is None else {"symmetric": extent.symmetry}),
        "engine": engine,
    }


def _check_output(out: Path | None, extent: _Extent, show: Show) -> None:
    """Check that the output can be written before searching."""
    check_out(out, show, jsonl="tilings", parquet="a table of tilings")
    if extent.symmetric is not None and out is not None and out.suffix.lower() == ".gif":
        raise RequestError(
            "--symmetric searches cannot be animated; choose another extension than .gif",
            where="-o",
        )


def _check_checkpoint(extent: _Extent) -> None:
    """Reject searches that are not saved."""
    if extent.symmetric or extent.engine in ("sat", "clauses"):
        what = "searches with --symmetric, --engine sat or --engine clauses cannot be saved"
        raise RequestError(f"{what}; leave it out", where="--checkpoint")
    if not extent.all or extent.limit is not None:
        raise RequestError(
            "only the search for all tilings is saved; add --all and leave --limit out",
            where="--checkpoint",
        )


def _check_most(extent: _Extent, rules: Rules, **others: Any) -> None:
    """Reject options that a search for the best packing does not have."""
    conflicts = {
        "--all": extent.all,
        "--unique": extent.unique,
        "--rotations": extent.rotations,
        "--symmetric": extent.symmetric is not None,
        "--limit": extent.limit is not None,
        "--engine": extent.engine != "auto",
        "--empty": rules.empty is not None,
        "--checkpoint": others["checkpoint"] is not None,
        "--animate": others["animate"] is not None,
        "--run": others["run"] is not None,
    }
    for option in (option for option, is_set in conflicts.items() if is_set):
        why = (
            "it finds out how many cells stay empty"
            if option == "--empty"
            else "it finds one packing"
        )
        raise RequestError(f"{why}; leave {option} out", where="--most")
    if (suffix := "" if others["out"] is None else others["out"].suffix.lower()) in (
        ".gif",
        ".jsonl",
        ".parquet",
    ):
        raise RequestError(
            f"it saves a picture; choose another extension than {suffix}", where="--most"
        )


def _check_animation(
    extent: _Extent, show: Show, out: Path | None, checkpoint: Path | None
) -> None:
    """Reject options that an animation, which shows one search, does not have."""
    conflicts = {
        "--all": extent.all,
        "--limit": extent.limit is not None,
        "--unique": extent.unique,
        "--rotations": extent.rotations,
        "--timeout": extent.timeout is not None,
        "--json": show.json,
        "--checkpoint": checkpoint is not None,
        "--symmetric": extent.symmetric is not None,
        "-o": out is not None,
    }
    for option in (option for option, is_set in conflicts.items() if is_set):
        hint = (
            "; to save an animation, write -o FILE.gif without --animate" if option == "-o" else ""
        )
        raise RequestError(
            f"an animation shows the search for one tiling; leave {option} out{hint}",
            where="--animate",
        )


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
        note(f"if there is no answer soon, these engines also run: {', '.join(search.races[1:])}")


class _TilingOutput:
    """What is printed and saved while tilings are found and after the last one."""

    def __init__(
        self,
        search: Search,
        extent: _Extent,
        show: Show,
        drawing: _Drawing,
    ) -> None:
        self.search = search
        self.extent = extent
        self.show = show
        self.letters, self.inks, self.poster = drawing.letters, drawing.inks, drawing.poster
        self.out = drawing.out
        self.sheet: list[Tiling] = []
        self.interrupted = False

    def deliver_tilings(self, file: TilingsFile, line: ProgressLine) -> None:
        """Deliver the tilings until the end, a limit, or Ctrl-C."""
        before = signal.getsignal(signal.SIGINT)

        def interrupt(*unused: object) -> None:
            self.interrupted = True
            self.search.stop()
            # A second Ctrl-C stops at once.
            signal.signal(signal.SIGINT, before)

        if callable(before):
            # Ctrl-C stops the search between two tilings, so that each one found is recorded.
            signal.signal(signal.SIGINT, interrupt)
        try:
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
                        line.wipe()
                        self._print_picture(tiling)
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            signal.signal(signal.SIGINT, before)

    def _save_and_yield(self, file: TilingsFile) -> Iterator[Tiling]:
        """Yield the tilings, and save them and keep those for the picture."""
        for tiling in self.search:
            if len(self.sheet) < SHEET and self.out is not None:
                self.sheet.append(tiling)
            file.add(tiling)
            yield tiling

    def _print_picture(self, tiling: Tiling) -> None:
        if self.extent.many:
            print(f"{self.search.delivered}:")
        print_picture(self._picture(tiling, True), self.show.color)

    def _picture(self, tiling: Tiling, lines: bool) -> Picture:
        problem = self.search.problem
        return tiling_picture(tiling, problem, lines=lines, letters=self.letters, inks=self.inks)

    def _print_json(self, tilings: Iterator[Tiling]) -> None:
        problem = self.search.problem
        if self.search.limit == 1:
            # Which engine wins is known only afterwards.
            tilings = iter(list(tilings))
        head = _json_head(problem, self.extent, self.search.engine)

        def tilings_json() -> Iterator[dict[str, Any]]:
            for tiling in tilings:
                if not self.show.quiet:
                    yield tiling.to_json()

        def tail() -> Iterator[dict[str, Any]]:
            snapshot = self.search.snapshot()
            end: dict[str, Any] = {
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
        if self.interrupted:
            return 130
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
        what = f"{count:,} tiling{'' if count == 1 else 's'}{up_to(search.unique)}"
        many = self.extent.many
        if not search.complete and (many or not count):
            why = {"timeout": "the time limit was reached", "limit": "--limit was reached"}
            note(
                f"{what} so far; there may be more: "
                f"{why.get(search.stopped_by or '', 'interrupted')}"
            )
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
        from tilewright.drawing import draw_frames, save
        from tilewright.solving.proofs import draw_barrier, draw_weighting

        if not self.sheet:
            if self.search.weighting is not None:
                picture = draw_weighting(self.search.weighting, palette=self.inks.palette)
                save(picture, out, theme=self.show.theme)
                note_written(out, "picture of the reason", self.show)
            elif self.search.barrier is not None:
                picture = draw_barrier(self.search.barrier, palette=self.inks.palette)
                save(picture, out, theme=self.show.theme)
                note_written(out, "picture of the reason", self.show)
            else:
                note_unwritten(out, "no tiling was found")
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
            pictures = draw_frames(frames, marks=problem.board, **asdict(self.inks))
            save(pictures, out, theme=self.show.theme)
            if (frames[-1].labels == UNCOVERED).any():
                note(
                    f"{out} ends before a tiling is found: the search takes more than "
                    f"{_WATCHED:,} steps"
                )
            elif len(frames[0]):
                note(f"{out} shows the last {_SHOWN:,} steps of the search")
            else:
                note_written(
                    out, f"animation of the search in {counted(len(frames), 'step')}", self.show
                )
            return
        hint = "; to save all of them, write -o FILE.jsonl or -o FILE.parquet"
        pages = self.poster.pages(f"{self.search.problem.board}: {len(self.sheet)} tilings")
        count = self.search.delivered
        save_sheet(
            out,
            self.sheet,
            self._picture,
            count,
            tilings=self.sheet,
            hint=hint,
            show=self.show,
            **pages,
        )
        several = out.suffix.lower() == ".pdf" and not pages and len(self.sheet) > 1
        if several and not self.show.quiet:
            number = len(self.sheet)
            note(f"{out} has {number} pages; --per-page {number} makes a poster of one page")


def _progress_text(snapshot: SearchProgress) -> str:
    left = snapshot.left
    parts = [
        f"{snapshot.found:,} found",
        f"{snapshot.worked / 1e6:,.1f} million nodes",
        f"{snapshot.rate / 1e6:.0f} million/s",
        f"{snapshot.share:.1%} done",
    ]
    return " · ".join(parts if left is None else [*parts, f"{duration(left)} left"])


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
            color=terminal_color(show.color),
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
        print_picture(tiling_picture(last, problem, lines=True), show.color)
    return 0
