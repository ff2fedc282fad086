"""The puzzles of each day, made by several processes and remembered, so that no later run makes
them again.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tilewright.apps.page.sheets import grade_sheet
from tilewright.apps.page.shipped import Short, day_files, json_text
from tilewright.apps.page.shipped import days as shipped_days
from tilewright.apps.site.files import SiteFiles
from tilewright.errors import EngineError, TilewrightError
from tilewright.model.puzzle import KINDS, Kind, Level, puzzle_id, whole_id
from tilewright.model.puzzle.calendar import MONTHS, WEEKDAYS
from tilewright.puzzles import Generated, generate
from tilewright.puzzles.making.maker import VERSION
from tilewright.system.files.safe_write import held, write
from tilewright.system.platform.machine import cores
from tilewright.system.platform.pipes import end_when_closed, stdin_of, take_stdin
from tilewright.system.platform.processes import start_process
from tilewright.system.work.progress import Progress

#: The file of the days that were made, in the folder of what a site remembers.
_REMEMBERED = "days.jsonl"
#: Seconds for one puzzle; they take less than one.
_SECONDS = 120.0
#: Fewer days than this are made by this process.
_FEW = 8
#: Days that are made before they are saved.
_SAVED = 100
#: The code of the other processes, and what they have loaded before.
_PROGRAM = "from tilewright.apps.site.days import serve; serve()"
_TEMPLATE = "from tilewright.apps.site.days import load; load()"


#: The title and the level of the third puzzle on Sundays.
_SPECIAL = "Sunday special"
_SPECIAL_LEVEL: Level = "hard"
_SUNDAY = 6
#: What days are made from whose puzzles came with an earlier tilewright. They keep these puzzles,
#: which people have solved.
KEPT = "kept"


def daily_requests(day: datetime.date) -> list[dict[str, Any]]:
    """Return what the puzzles of a day are made from, that of the calendar first.

    Each kind says on which weekdays it has a puzzle, and of which level (`DailyOffer.week`).
    From Monday to Sunday, each day has a puzzle that is one level harder. On Sundays, the last one
    is on a board that no other day has.
    """
    number = day.toordinal()
    week, weekday = divmod(number - 1, 7)
    offers = {name: kind.daily for name, kind in KINDS.built_in.items() if kind.daily}
    chosen: list[tuple[Kind, str, Level]] = [
        (name, boards[number // 2 % len(boards)], level)
        for name, daily in offers.items()
        if (level := daily.week[weekday]) and (boards := daily.boards[level])
    ]
    chosen.sort(key=lambda choice: not KINDS[choice[0]].own_board)
    requests = [_request_for(day, *choice) for choice in chosen]
    if weekday == _SUNDAY:
        # The first board of each kind, then the second of each.
        specials = sorted(
            (
                (turn, name, board)
                for name in offers
                for turn, board in enumerate(offers[name].special)
            ),
            key=lambda choice: choice[0],
        )
        _, name, board = specials[week % len(specials)]
        requests.append(_request_for(day, name, board, _SPECIAL_LEVEL) | {"title": _SPECIAL})
    return requests


def _request_for(day: datetime.date, kind: Kind, board: str, level: Level) -> dict[str, Any]:
    daily = KINDS[kind].daily
    assert daily is not None
    return {
        "title": daily.title,
        "task": daily.task,
        "kind": kind,
        "board": board,
        "seed": day.toordinal(),
        "level": level,
        "date": day.isoformat() if KINDS[kind].own_board else None,
    }


def make_day(day: datetime.date) -> list[Short]:
    """Make the puzzles of a day."""
    puzzles = []
    for request in daily_requests(day):
        try:
            puzzles.append({**describe_generated(_make_puzzle(request)), "title": request["title"]})
        except TilewrightError as error:
            raise EngineError(f"a puzzle of {day} could not be made: {error.message}") from None
    return puzzles


def _make_puzzle(request: dict[str, Any]) -> Generated:
    """Make a puzzle of a day."""
    kind: Kind = request["kind"]
    day = request["date"]
    return generate(
        kind,
        request["board"] or None,
        seed=request["seed"],
        level=request["level"],
        date=None if day is None else datetime.date.fromisoformat(day),
        timeout=_SECONDS,
    )


def describe_generated(generated: Generated) -> Short:
    """Return what the page cannot find out of a puzzle of a day."""
    puzzle, daily = generated.puzzle, KINDS[generated.puzzle.kind].daily
    if daily is None:
        raise ValueError(f"puzzles of the kind '{puzzle.kind}' are not daily")
    tiles = puzzle.board.area // len(puzzle.problem().pieces[0].polyomino)
    name, full = puzzle_id(puzzle), whole_id(puzzle)
    short = {"title": daily.title, "doing": daily.task.format(tiles=tiles), "id": name}
    return {
        **short,
        **({} if full == name else {"full": full}),
        "grade": grade_sheet(generated.grade),
    }


def day_name(day: datetime.date) -> str:
    """Return a day in words, in English in any locale."""
    return f"{WEEKDAYS[day.weekday()]}, {_date_name(day)}, {day.year}"


def _date_name(day: datetime.date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}"


def day_tasks(day: datetime.date, puzzles: Sequence[Short]) -> list[str]:
    """Return what there is to do on a day, and how hard it is; the puzzle of the calendar names the
    day.
    """
    dated = [
        kind.daily.task for kind in KINDS.values() if kind.own_board and kind.daily is not None
    ]
    tasks = []
    for puzzle in puzzles:
        task = puzzle["doing"]
        if task in dated:
            task = task.replace("today", _date_name(day))
        tasks.append(f"{task} ({puzzle['grade']['level']})")
    return tasks


def add_days(files: SiteFiles, days: dict[datetime.date, list[Short]]) -> None:
    """Add a file with the puzzles of each month, and one that says on which day a puzzle is."""
    for path, text in day_files(
        {day.isoformat(): puzzles for day, puzzles in days.items()}
    ).items():
        files.add(path, text)


def collect_days(
    days: Sequence[datetime.date],
    facts: Path,
    progress: Callable[[Progress], object],
    *,
    processes: int | None = None,
) -> dict[datetime.date, list[Short]]:
    """Return the puzzles of some days: those that come with tilewright or were remembered in a
    folder, and the others.

    The others are made and remembered.
    `processes` make them, by default one for each core; a few days are made by this process.
    """
    path = facts / _REMEMBERED
    by_name = {day.isoformat(): day for day in days}
    facts.mkdir(parents=True, exist_ok=True)
    with held(path):
        remembered = _read_days(path)
        # Days that keep their puzzles have them everywhere, whatever was made before.
        puzzles_by_day = {
            day: entry["puzzles"]
            for known in (remembered, shipped_days())
            for name, day in by_name.items()
            if (entry := known.get(name)) and entry["of"] in (KEPT, request_digest(day))
        }
        missing = [day for day in days if day not in puzzles_by_day]
        count = cores() if processes is None else processes
        making = (
            _make_here(missing)
            if count < 2 or len(missing) < _FEW
            else _make_in_processes(missing, count)
        )
        try:
            for number, (day, puzzles) in enumerate(making, 1):
                done = len(puzzles_by_day) + 1
                progress(Progress(phase="daily puzzles", unit="day", done=done, total=len(days)))
                puzzles_by_day[day] = puzzles
                remembered[day.isoformat()] = {"of": request_digest(day), "puzzles": puzzles}
                if number % _SAVED == 0:
                    _write_days(path, remembered)
        finally:
            if missing:
                _write_days(path, remembered)
    return puzzles_by_day


def request_digest(day: datetime.date) -> str:
    """Return a digest of what the puzzles of a day are made from, which tells if they would be
    others today.
    """
    return hashlib.sha256(json_text([VERSION, daily_requests(day)]).encode()).hexdigest()[:16]


def _read_days(path: Path) -> dict[str, dict[str, Any]]:
    """Return what is remembered of each day; a line that is damaged counts as none."""
    known = {}
    with contextlib.suppress(OSError):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                value = json.loads(line)
                known[value["day"]] = {"of": value["of"], "puzzles": value["puzzles"]}
    return known


def _write_days(path: Path, known: dict[str, dict[str, Any]]) -> None:
    write("".join(json_text({"day": day, **known[day]}) + "\n" for day in sorted(known)), path)


def _make_here(days: Sequence[datetime.date]) -> Iterator[tuple[datetime.date, list[Short]]]:
    for day in days:
        yield day, make_day(day)


def _make_in_processes(
    days: Sequence[datetime.date], count: int
) -> Iterator[tuple[datetime.date, list[Short]]]:
    """Have other processes make the days, and yield each as soon as it is made."""
    waiting = deque(days)
    with contextlib.ExitStack() as stack:
        at_work: dict[Any, datetime.date] = {}

        def send_next_day(pipe: Any) -> None:
            if waiting:
                at_work[pipe] = waiting.popleft()
                pipe.send(at_work[pipe].toordinal())

        for _ in range(min(count, len(days))):
            ours, theirs = multiprocessing.Pipe()
            with theirs:
                process = start_process(_PROGRAM, [], stdin_of(theirs), template=_TEMPLATE)
            stack.callback(process.wait)
            stack.callback(process.kill)
            stack.callback(ours.close)
            send_next_day(ours)
        while at_work:
            ready: list[Any] = wait(list(at_work))
            for pipe in ready:
                day = at_work.pop(pipe)
                try:
                    answer = pipe.recv()
                except (EOFError, OSError):
                    raise EngineError(
                        f"a process ended while it made the puzzles of {day}"
                    ) from None
                if isinstance(answer, str):
                    raise EngineError(answer)
                yield day, answer
                send_next_day(pipe)


def load() -> None:
    """Load or compile what the puzzles of a day need."""
    make_day(datetime.date(2026, 11, 21))


def serve() -> None:
    """Make the puzzles of one day after the other (the main loop of a process); an error is
    answered as text.
    """
    pipe = take_stdin()
    end_when_closed(pipe.fileno())
    with contextlib.suppress(EOFError, OSError):
        while True:
            day = datetime.date.fromordinal(pipe.recv())
            try:
                answer: list[Short] | str = make_day(day)
            except TilewrightError as error:
                answer = error.message
            except Exception as error:
                answer = f"a puzzle of {day} could not be made: {type(error).__name__}: {error}"
            pipe.send(answer)
    os._exit(0)
