"""``tilewright make``: make puzzles with exactly one solution, print and write them."""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, Token

from tilewright.apps.command.answers import (
    TilingPictures,
    check_out,
    drawn_text,
    keep,
    note,
    picture_text,
    print_json,
)
from tilewright.apps.command.ask import CommandWork
from tilewright.apps.command.make.book import (
    MOST,
    Book,
    LevelWord,
    hardness,
    read_levels,
    with_answers,
)
from tilewright.apps.command.options import (
    FIND,
    LimitOptions,
    OutPath,
    PictureColors,
    Seed,
    Show,
    TurnWord,
    Whole,
    Word,
    between,
    options,
    refuse,
)
from tilewright.apps.command.runs import Runs
from tilewright.drawing import draw_legend, sheet
from tilewright.errors import LimitError, MemoryLimitError, OutputError, RequestError, quoted
from tilewright.formats.request import piece_words, read_board
from tilewright.model.puzzle import (
    CALENDARS,
    KINDS,
    Calendar,
    Kind,
    Level,
    find_calendar,
    puzzle_text,
)
from tilewright.model.puzzle.calendar import MONTHS
from tilewright.puzzles.making.rules import rules
from tilewright.puzzles.printing import (
    Inks,
    PrintedPuzzle,
    answer_picture,
    in_common,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
)
from tilewright.system.values.language import in_language, named, phrase
from tilewright.system.work.deadline import report
from tilewright.system.work.progress import Progress

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.model.board import Board
    from tilewright.puzzles import Generated
    from tilewright.puzzles.work import PuzzlesWork

#: Seconds for one puzzle by default.
_TIMEOUT = 60.0
#: Seeds to try for each puzzle of a booklet.
_SEEDS = 4
_ENDINGS = (".svg", ".png", ".pdf", ".txt")


def _kind(wanted: object, tokens: Sequence[Token]) -> Kind:
    """Return the kind of a word: one of those in the help, or that of a plug-in."""
    word = tokens[0].value
    for kind in KINDS:
        if kind == word:
            return kind
    raise RequestError(
        f"unknown kind of puzzle {quoted(word)}; the kinds are {', '.join(KINDS)}", where="KIND"
    )


@options(FIND)
class _Wanted:
    """Which puzzles are made."""

    turn: TurnWord = None

    level: LevelWord = None
    """How hard the puzzles are for a person: easy, medium, hard or expert, or several levels, each
    with a number of puzzles, such as easy=5,medium=10.
    """

    minimal: bool = False
    """Keep only the dots, placed pieces, letters and conditions that are necessary."""

    seed: Seed = None

    number: Annotated[
        Whole, Parameter(name=["--number", "-n"], show_default=True), between(1, MOST)
    ] = 1
    """How many different puzzles to make. Exits with 3 if fewer are found."""

    date: Annotated[str, Parameter(metavar="DATE")] = ""
    """The date for a calendar puzzle: YYYY-MM-DD, MM-DD, today or tomorrow; weekday also accepts
    MM-DD-tue. FIRST..LAST makes a puzzle for each day.
    """

    def batches(self, days: Sequence[datetime.date | None], runs: Runs) -> list[_Batch]:
        """Return what is made; reject numbers of puzzles that are given twice, and too many."""
        quotas = read_levels(self.level)
        numbered = quotas[0][1] is not None
        total = sum(count or self.number for _, count in quotas) * len(days)
        refuse(
            (
                numbered and self.number > 1,
                "--level sets the number of puzzles; remove -n",
                "-n",
            ),
            (
                len(days) > 1 and (numbered or self.number > 1),
                "one puzzle is made for each day; remove the number of puzzles",
                "--date",
            ),
            (
                runs.run is not None and (len(quotas) > 1 or len(days) > 1),
                "a run can make puzzles of only one level and one date",
                "--run",
            ),
            (
                total > MOST,
                f"at most {MOST} puzzles can be made at a time, got {total}",
                "--date" if len(days) > 1 else "--level",
            ),
        )
        return [_Batch(level, day, count or self.number) for level, count in quotas for day in days]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some of the puzzles that are made: how hard they are, their date, and how many there are."""

    level: Level | None
    day: datetime.date | None
    number: int


def make(
    kind: Annotated[Kind, Parameter(converter=_kind)],
    board: Word = "",
    /,
    *pieces: str,
    wanted: _Wanted = _Wanted(),
    limits: LimitOptions = LimitOptions(),
    out: OutPath = None,
    inks: PictureColors = PictureColors(),
    book: Book = Book(),
    runs: Runs = Runs(),
    show: Show = Show(),
) -> int:
    """Make puzzles that have exactly one solution.

    Two search engines prove that there is no other solution. The same seed makes
    the same puzzle. Every puzzle has an ID that recreates it anywhere; commands
    accept the ID as BOARD. With -q, prints only the IDs.

    An example of each KIND:

      tilewright make sigil 4x6                 # fit all pieces on the board
      tilewright make given 5x6                 # the same; some lie there already
      tilewright make hole 7x7                  # one cell stays empty; which one?
      tilewright make calendar --date 10-06     # only month and day stay visible
      tilewright make weekday --date today      # also the day of the week
      tilewright make pips 3x4                  # dominoes that fulfill conditions
      tilewright make dots 6x6                  # draw outlines around the dots
      tilewright make dominosa 4x5              # find dominoes by their numbers
      tilewright make shikaku 4x4               # rectangles of given areas
      tilewright make pentominous 5x5           # equal pentominoes do not touch
      tilewright make tetrominous 4x4           # equal tetrominoes do not touch
      tilewright make heteromino 6x6            # trominoes on a board with holes
      tilewright make fillomino 5x5             # equally large pieces do not touch

    More examples:

      tilewright make dots 6x6 trominoes --seed 7 -o puzzle.svg
      tilewright make sigil 4x6 --level hard -n 4 --seed 1 -o booklet.pdf
      tilewright make hole 7x7 --minimal --seed 3 -o puzzle.txt
      tilewright make dots 6x6 --level easy=2,medium=3 --title-page -o book.pdf
      tilewright make calendar --date 2027-01-01..2027-01-31 -o january.pdf
      tilewright make sigil 4x5 -n 3 --seed 1 --run runs/sigils

    Parameters
    ----------
    kind
        The kind of puzzle; the examples above show each kind.
    board
        The board: rows x columns, a drawing, a file or -. A calendar includes its board.
    pieces
        The pieces, including their marks, such as trominoes or '#o#'. [default: dots trominoes,
        sigil tetrominoes, hole L3, given pentominoes at most once each]
    timeout
        Stop after this many seconds for each puzzle. [default: 60]
    out
        Save a sheet (.svg .png), a booklet with answers (.pdf), or a puzzle file (.txt). The answer
        to FILE.svg is saved as FILE-answer.svg.
    """
    runs.check()
    pieces = piece_words(pieces)
    days = _days(kind, board, pieces, wanted.date)
    _check_output(kind, board, out, show)
    nothing = f"a puzzle of the kind {kind} has no clues to remove"
    refuse((wanted.minimal and not KINDS[kind].given, nothing, "--minimal"))
    batches = wanted.batches(days, runs)
    total = sum(batch.number for batch in batches)
    _check_book(book, total, out)
    options: dict[str, Any] = {"turn": wanted.turn, "minimal": wanted.minimal}
    output = _PuzzleOutput(out, inks, book, show)
    seed, in_file = wanted.seed, _calendar_in_file(kind, board) is not None
    work = CommandWork(show, **vars(limits))
    if runs.run is not None:
        refuse((in_file, "a run cannot make puzzles from a calendar file", "--run"))
        from tilewright.puzzles.work import PuzzlesWork

        task = PuzzlesWork.of(
            kind,
            read_board(board) if board else None,
            *pieces,
            count=total,
            seed=_choose_seed(runs.run, seed),
            timeout=limits.timeout or _TIMEOUT,
            level=batches[0].level,
            date=batches[0].day,
            **options,
        )
        return _make_in_run(
            task, seed is None, output, runs, CommandWork(show, max_memory=limits.max_memory)
        )
    first = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    field: Board | str | None = board or None
    with work:
        if board and not in_file:
            field = read_board(board)
    asking = CommandWork(show)

    def generate_one(batch: _Batch, seed: int, text: str) -> Generated:
        from tilewright.puzzles import generate

        seconds = limits.timeout or _TIMEOUT
        # A given limit includes everything that the first puzzle needs.
        is_first = seed == first and batch is batches[0] and limits.timeout is not None
        began = time.monotonic()

        def stop() -> bool:
            asking.say(f"{text}, {time.monotonic() - began:.0f} s")
            return False

        # The generator watches the time itself; other work is interrupted.
        with work if is_first else CommandWork(show, seconds, limits.max_memory):
            return generate(
                kind,
                field,
                *pieces,
                seed=seed,
                stop=stop,
                level=batch.level,
                date=batch.day,
                timeout=seconds,
                **options,
            )

    making = _Making(batches, first, generate_one)
    puzzles = asking.ask(making)
    if (failed := making.failed) is not None:
        limit = "--max-memory" if isinstance(failed, MemoryLimitError) else "--timeout"
        raise type(failed)(failed.message, where=limit)
    if not puzzles:
        asking.raise_stopped()
    _note_result(puzzles, total, first, bool(asking.stopped), drawn=seed is None, show=show)
    with in_language(book.language):
        code = output.deliver(puzzles, total, kind, first, _months(puzzles, days))
    return asking.code or code


class _Making:
    """Different puzzles as a question.

    Some more seeds are tried, as two can give the same puzzle and one can give none. `failed` is
    the limit at which the first puzzle of a batch was not found.
    """

    def __init__(
        self,
        batches: Sequence[_Batch],
        first: int,
        generate_one: Callable[[_Batch, int, str], Generated],
    ) -> None:
        self._batches, self._first, self._generate_one = batches, first, generate_one
        self._puzzles: list[Generated] = []
        self.failed: LimitError | None = None

    def run(self) -> None:
        total = sum(batch.number for batch in self._batches)
        # Levels of one date go on with the next seeds, as a seed has the same solution at every
        # level.
        seeds = dict.fromkeys((batch.day for batch in self._batches), self._first)
        for batch in self._batches:
            made = failures = 0
            last = seeds[batch.day] + (_SEEDS * batch.number if batch.number > 1 else 1)
            # After two failures a third try is unlikely to succeed.
            while made < batch.number and seeds[batch.day] < last and failures < 2:
                text = f"puzzle {len(self._puzzles) + 1} of {total}"
                report(Progress(phase=text))
                seeds[batch.day] += 1
                try:
                    puzzle = self._generate_one(batch, seeds[batch.day] - 1, text)
                except LimitError as error:
                    failures += 1
                    if not made:
                        self.failed = error
                        return
                    continue
                if self._is_new(puzzle):
                    self._puzzles.append(puzzle)
                    made += 1

    def _is_new(self, made: Generated) -> bool:
        """Whether no puzzle is the same; two seeds can give one puzzle with different IDs."""
        plain = replace(made.puzzle, name="")
        return all(plain != replace(other.puzzle, name="") for other in self._puzzles)

    def answer(self, stopped: str = "") -> list[Generated]:
        return self._puzzles


def _check_book(book: Book, total: int, out: Path | None) -> None:
    """Check before the work how puzzles are printed."""
    book.check()
    book.check_number(total)
    if out is not None and out.suffix.lower() == ".txt" and total > 1:
        raise OutputError(
            "a puzzle file (.txt) holds one puzzle; save a .pdf, or make one puzzle", where=str(out)
        )


def _months(puzzles: list[Generated], days: Sequence[datetime.date | None]) -> list[str]:
    """Return the month of each puzzle, with its year if there are several; empty for one date."""
    dates = [day for day in days if day is not None][: len(puzzles)]
    if len(dates) < 2:
        return []
    several = len({day.year for day in dates}) > 1
    return [f"{named(MONTHS[day.month - 1])}{f' {day.year}' if several else ''}" for day in dates]


def _choose_seed(folder: Path, seed: int | None) -> int:
    """Return the given seed, the one of the run, or a random one."""
    from tilewright.system.runs import Report, is_run

    if seed is None and is_run(folder):
        saved = Report.of(folder).description.get("seed")
        if isinstance(saved, int):
            return saved
    return random.SystemRandom().randrange(1_000_000) if seed is None else seed


def _make_in_run(
    task: PuzzlesWork, drawn: bool, output: _PuzzleOutput, runs: Runs, work: CommandWork
) -> int:
    """Make puzzles in a run, one task for each seed, and return the exit code."""
    description, show = task.description, output.show
    head = {"kind": description["puzzle"], "seed": description["seed"]}
    answers = runs.answers(task, work, lambda count: {**head, "seeds": str(count)}, output.out)
    puzzles = task.puzzles(answers)
    _note_result(puzzles, description["count"], description["seed"], False, drawn=drawn, show=show)
    found = description["count"], description["puzzle"], description["seed"]
    with in_language(output.book.language):
        return output.deliver(puzzles, *found)


def _note_result(
    puzzles: list[Generated], count: int, first: int, interrupted: bool, *, drawn: bool, show: Show
) -> None:
    """Print the random seed, and whether fewer puzzles were made than requested."""
    if drawn and not show.quiet:
        note(f"seed {first}")
    if interrupted:
        note(f"tilewright: interrupted after {len(puzzles)} of {count} puzzles")
    elif len(puzzles) < count:
        note(f"made only {len(puzzles)} of {count} puzzles; no others were found")


@dataclass(frozen=True, slots=True)
class _PuzzleOutput:
    """How the puzzles that were made are given to the user: in files, as JSON, or printed."""

    out: Path | None
    inks: PictureColors
    book: Book
    show: Show

    def deliver(
        self,
        puzzles: list[Generated],
        count: int,
        kind: Kind,
        first: int,
        groups: Sequence[str] = (),
    ) -> int:
        """Write puzzles to files, or print them. Return the exit code: 3 if there are fewer than
        `count`.
        """
        out, show = self.out, self.show
        if out is not None:
            save_puzzles(puzzles, out, show, inks=self.inks, book=self.book, groups=groups)
            if show.verbose:
                for number, printed in _number_sheets(_sheets_of(puzzles, self.book)):
                    note(
                        f"{number}: {', '.join(filter(None, [printed.level, printed.puzzle.name]))}"
                    )
        if show.json:
            print_json(
                {
                    "kind": kind,
                    "seed": first,
                    "complete": len(puzzles) == count,
                    "puzzles": [puzzle.to_json() for puzzle in puzzles],
                }
            )
        elif show.quiet and out is None:
            print("\n".join(puzzle.puzzle.name for puzzle in puzzles))
        elif out is None:
            pictures = [puzzle_picture(printed) for printed in _sheets_of(puzzles, self.book)]
            print("\n\n".join(picture_text(picture) for picture in pictures))
        return 0 if len(puzzles) == count else 3


def _calendar_in_file(kind: Kind, board: str) -> Calendar | None:
    """Return the calendar in a file in the place of the board."""
    return find_calendar(board) if board and KINDS[kind].own_board else None


def _days(kind: Kind, board: str, pieces: tuple[str, ...], date: str) -> list[datetime.date | None]:
    """Return the dates of the puzzles; reject options that only calendars have, or do not have."""
    calendar = _calendar_in_file(kind, board)
    if KINDS[kind].own_board:
        given_board = "" if calendar else board
        for word, where in ((given_board, "BOARD"), (" ".join(pieces), "PIECES")):
            if word:
                raise RequestError(
                    f"a calendar includes its board and pieces; remove {quoted(word)}, and give "
                    "a date with --date, or a calendar file",
                    where=where,
                )
    elif date:
        raise RequestError("only calendars have a date; remove this option", where="--date")
    if not date:
        return [None]
    read = (calendar or CALENDARS[KINDS[kind].calendar]).read_date
    first, several, last = date.partition("..")
    if not several:
        return [read(date)]
    start, end = read(first), read(last)
    if end < start:
        raise RequestError(
            f"the range ends before it begins; write {last}..{first}", where="--date"
        )
    days = (end - start).days + 1
    if days > MOST:
        raise RequestError(
            f"at most {MOST} puzzles can be made at a time, got {days} days", where="--date"
        )
    return [start + datetime.timedelta(days=day) for day in range(days)]


def _check_output(kind: Kind, board: str, out: Path | None, show: Show) -> None:
    """Check a request before the work."""
    if not board and not KINDS[kind].own_board:
        raise RequestError(
            f"give a board after the kind: tilewright make {kind} 6x6", where="BOARD"
        )
    check_out(out, show)
    if out is None or out == Path("-"):
        return
    if out.suffix.lower() not in _ENDINGS:
        raise OutputError(
            f"cannot write {quoted(out.suffix)} files. Supported: {', '.join(_ENDINGS)}",
            where=str(out),
        )


def _sheets_of(generated: list[Generated], book: Book) -> list[PrintedPuzzle]:
    """Return puzzles as they are printed."""
    sheets = [PrintedPuzzle.of(puzzle) for puzzle in generated]
    title = book.named(len(sheets))
    return book.sorted(
        [
            replace(
                printed,
                level=None if book.no_grade else printed.level,
                shows_id=not book.no_id,
                puzzle=replace(
                    printed.puzzle,
                    title=title or printed.puzzle.title,
                    level=None if book.no_grade else printed.level,
                ),
            )
            for printed in sheets
        ]
    )


def save_puzzles(
    generated: list[Generated],
    out: Path,
    show: Show = Show(),
    *,
    inks: PictureColors = PictureColors(),
    book: Book = Book(),
    groups: Sequence[str] = (),
) -> None:
    """Save puzzles and their answers, and say what was saved."""
    sheets = _sheets_of(generated, book)
    name = _name_of(sheets)
    ending = out.suffix.lower()
    beside = out.with_name(f"{out.stem}-answer{out.suffix}") if out.name != "-" else out
    if ending == ".pdf":
        by_level = len({printed.level for printed in sheets}) > 1 and sheets == sorted(
            sheets, key=hardness
        )
        if not groups or book.sort is not None:
            groups = book.sections(sheets, by_level=by_level)
        pages = book.pages(sheets, inks, groups=groups)
        keep(out, pages, with_answers(name, len(sheets), hints=book.hints), show)
    elif ending == ".txt":
        (printed,) = sheets
        keep(out, puzzle_text(printed.puzzle, rules=rules(printed.puzzle)) + "\n", name, show)
        assert printed.solution is not None
        # Only the drawing, so that every command can read it as a tiling.
        drawn = TilingPictures(None, show).of(printed.puzzle.problem())(printed.solution, True)
        keep(beside, drawn_text([printed.solution], [drawn]), "the answer", show)
    else:
        colors = Inks(**inks.arguments())
        keep(out, _sheet(sheets, book.title, colors), name, show)
        if out == beside:
            return
        answers = [answer_picture(printed, colors) for printed in sheets]
        if len(sheets) == 1:
            keep(beside, answers[0], "the answer", show)
            return
        title = book.title or in_common(sheets, numbered=False)
        pictures = _number_pictures(sheets, answers, phrase("theAnswers", title=title))
        keep(beside, pictures, "the answers", show)


def _number_sheets(sheets: list[PrintedPuzzle]) -> list[tuple[int, PrintedPuzzle]]:
    return list(enumerate(sheets, start=1)) if len(sheets) > 1 else []


def _name_of(sheets: list[PrintedPuzzle]) -> str:
    if len(sheets) > 1:
        return in_common(sheets)
    return ", ".join(filter(None, [sheets[0].puzzle.title, sheets[0].level, sheets[0].puzzle.name]))


def _sheet(sheets: list[PrintedPuzzle], title: str, inks: Inks) -> Picture:
    """Return one picture of all puzzles, with the pieces that they share below them."""
    if len(sheets) == 1:
        return puzzle_picture(sheets[0], inks)

    def shared(under: int = 0) -> Picture | None:
        if not KINDS[sheets[0].puzzle.kind].shows_pieces:
            return None
        legend = draw_legend(sheets[0].puzzle.problem(), 30, under=under, palette=inks.palette)
        return None if legend is None else replace(legend, patterns=inks.patterns)

    separate = shared() is None
    pictures = [puzzle_picture(printed, inks, supply=separate) for printed in sheets]
    whole = _number_pictures(sheets, pictures, title or in_common(sheets))
    if (legend := shared(whole.shape[1])) is not None:
        words = (whole.heading, whole.fine)
        whole = replace(
            sheet([whole.without_words(), legend], columns=1), heading=words[0], fine=words[1]
        )
    return replace(whole, lead=rules_of_all(sheets))


def _number_pictures(sheets: list[PrintedPuzzle], pictures: list[Picture], title: str) -> Picture:
    """Return pictures on one sheet, numbered, with a title and the IDs below."""
    captions = [
        f"{number}: {numbered_caption(printed, sheets)}"
        for number, printed in _number_sheets(sheets)
    ]
    whole = sheet(
        replace(picture.without_words(), caption=caption)
        for picture, caption in zip(pictures, captions, strict=True)
    )
    fine = "\n".join(
        f"{number}: {printed.printed_id}"
        for number, printed in _number_sheets(sheets)
        if printed.printed_id
    )
    return replace(whole, heading=title, title=title, fine=fine, description=fine)
