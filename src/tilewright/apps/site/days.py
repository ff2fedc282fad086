"""The puzzles of each day, made in a run and remembered, so that no later run makes them again."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from tilewright.apps.page.sheets import grade_sheet
from tilewright.apps.page.shipped import Short, day_files, json_text
from tilewright.apps.site.files import SiteFiles
from tilewright.errors import EngineError, TilewrightError
from tilewright.model.puzzle import KINDS, Kind, Level, whole_id
from tilewright.model.puzzle.calendar import MONTHS, WEEKDAYS
from tilewright.model.puzzle.days import days as shipped_days
from tilewright.puzzles import Generated, generate
from tilewright.puzzles.making.maker import VERSION
from tilewright.system.files.fields import Fields
from tilewright.system.files.safe_write import held, write
from tilewright.system.platform.machine import cores
from tilewright.system.runs import Pool, Run, Threads, is_run
from tilewright.system.runs.ledger import Unit
from tilewright.system.runs.lists import ListWork
from tilewright.system.runs.work import Read
from tilewright.system.work.progress import Progress, RunProgress

#: The file of the days that were made, in the folder of what a site remembers.
_REMEMBERED = "days.jsonl"
#: Seconds for one puzzle; they take less than one.
_SECONDS = 120.0
#: Fewer days than this are made by this process.
_FEW = 8
#: The folder of the run that makes days.
_MAKING = "days-run"
#: The title and the level of the third puzzle on Sundays.
_SPECIAL = "Sunday special"
_SPECIAL_LEVEL: Level = "hard"
_SUNDAY = 6
#: What days are made from whose puzzles came with an earlier tilewright. They keep these puzzles,
#: which people have solved.
KEPT = "kept"


def daily_requests(day: datetime.date) -> list[dict[str, Any]]:
    """Return what the puzzles of a day are made from, that of the calendar first.

    Each kind says on which weekdays it has puzzles, and of which levels (`DailyOffer.week`).
    From Monday to Sunday, each day has a puzzle that is one level harder. On Sundays, the last one
    is on a board that no other day has.
    """
    number = day.toordinal()
    week, weekday = divmod(number - 1, 7)
    offers = {name: kind.daily for name, kind in KINDS.built_in.items() if kind.daily}
    chosen: list[tuple[Kind, str, Level]] = [
        # Two levels on the same board and from the same seed could be too much alike.
        (name, boards[(number // 2 + place) % len(boards)], level)
        for name, daily in offers.items()
        for place, level in enumerate(daily.week[weekday])
        if (boards := daily.boards[level])
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
            raise EngineError(f"a puzzle for {day} could not be made: {error.message}") from None
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
        raise ValueError(f"there are no daily puzzles of the kind '{puzzle.kind}'")
    tiles = puzzle.board.area // len(puzzle.problem().pieces[0].polyomino)
    return {
        "title": daily.title,
        "doing": daily.task.format(tiles=tiles),
        # Short IDs need the version of the generator that made them.
        "id": whole_id(puzzle),
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


class DaysWork(ListWork):
    """The puzzles of days, as a run makes them; an answer is what is remembered of a day."""

    kind = "days"
    what = "days"

    says: ClassVar[Mapping[str, Read]] = {"days": Fields.texts}

    def items(self) -> Sequence[str]:
        """Return the dates."""
        dates: list[str] = self.description["days"]
        return dates

    def answer(self, item: Unit) -> dict[str, Any]:
        """Make the puzzles of a day."""
        day = datetime.date.fromisoformat(item)
        return {"day": item, "of": request_digest(day), "puzzles": make_day(day)}

    def _read(self, answer: Any) -> object:
        return answer["day"], answer["of"], answer["puzzles"]


def collect_days(
    days: Sequence[datetime.date],
    facts: Path,
    progress: Callable[[Progress], object],
    *,
    known: Mapping[str, Mapping[str, Any]] | None = None,
    processes: int | None = None,
) -> dict[datetime.date, list[Short]]:
    """Return the puzzles of some days: those that are `known` or were remembered in a folder, and
    the others.

    The others are made and remembered. By default, the days that come with tilewright are known.
    `processes` make the others, by default one for each core; a few days are made by this process.
    """
    known = shipped_days() if known is None else known
    path, folder = facts / _REMEMBERED, facts / _MAKING
    names = [day.isoformat() for day in days]
    facts.mkdir(parents=True, exist_ok=True)
    with held(path):
        remembered = _read_days(path)
        _remember_made(folder, remembered, path)
        found = _pick_days(days, remembered, known)
        missing = [name for day, name in zip(days, names, strict=True) if day not in found]
        if missing:
            try:
                _make_days(folder, missing, len(days), progress, processes)
            finally:
                _remember_made(folder, remembered, path)
    # Days that keep their puzzles have them everywhere, whatever was made before.
    return _pick_days(days, remembered, known)


def _pick_days(
    days: Sequence[datetime.date], *sources: Mapping[str, Mapping[str, Any]]
) -> dict[datetime.date, list[Short]]:
    """Return the puzzles of the days that a source has; a later source has priority."""
    return {
        day: entry["puzzles"]
        for source in sources
        for day in days
        if (entry := source.get(day.isoformat())) and entry["of"] in (KEPT, request_digest(day))
    }


def _make_days(
    folder: Path,
    missing: list[str],
    total: int,
    progress: Callable[[Progress], object],
    processes: int | None,
) -> None:
    """Make the puzzles of the missing days in a run."""
    count = cores() if processes is None else processes
    before = total - len(missing)

    def show(far: RunProgress) -> None:
        progress(Progress(phase="daily puzzles", unit="day", done=before + far.done, total=total))

    with Run(folder, DaysWork({"kind": DaysWork.kind, "days": missing})) as run:
        few = count < 2 or len(missing) < _FEW
        executor = Threads(run.work, 1) if few else Pool(run.work.description, count)
        with contextlib.closing(executor):
            complete = run.go(executor, show)
        if not complete:
            raise EngineError("; ".join(why for _, why in run.ledger.quarantined()))


def _remember_made(folder: Path, remembered: dict[str, dict[str, Any]], path: Path) -> None:
    """Remember the days that a run has made, and remove the run."""
    if is_run(folder):
        with Run.resume(folder) as run:
            # Also those after a day that could not be made.
            remembered |= {answer["day"]: answer for answer in run.finished()}
        write("".join(f"{json_text(remembered[day])}\n" for day in sorted(remembered)), path)
        shutil.rmtree(folder)


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
                known[value["day"]] = {name: value[name] for name in ("day", "of", "puzzles")}
    return known
