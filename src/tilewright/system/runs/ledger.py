"""The ledger of a run: its tasks, which of them are done, and their results.

It is a SQLite file, written by one process at a time. A task is a list of neighboring units of the
work (in an enumeration, subtrees). Its parent and place define the order: depth first. When a task
is done, it and the tasks for the rest of it are booked in one transaction, after its file is in
place. So what is booked is complete, and after a crash everything else is simply done again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tilewright.errors import CheckpointError, OutputError, TilewrightError
from tilewright.system.files.fields import LARGEST, Fields
from tilewright.system.files.safe_write import held

#: The name of the file in the run's folder.
LEDGER = "ledger.sqlite"
#: The ``PRAGMA application_id`` of the file: "tile".
_APPLICATION = 0x74696C65
_VERSION = 1
#: Values of the description that a resumed run keeps.
_STAYING = ("store",)
#: The most bytes for the units of one task.
_LONGEST = 1 << 28
_TABLES = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE task (
    id INTEGER PRIMARY KEY,
    parent INTEGER REFERENCES task (id),
    place INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    units BLOB NOT NULL,
    weight REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'aside')),
    file TEXT,
    size INTEGER,
    count TEXT,
    answer TEXT,
    nodes INTEGER,
    seconds REAL,
    worker TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    deaths INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    booked TEXT
);
CREATE INDEX task_state ON task (state);
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    began TEXT NOT NULL,
    seen TEXT NOT NULL,
    seconds REAL NOT NULL DEFAULT 0,
    crew TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT '{}'
);
"""

#: Conditions for each row, since SQLite accepts values of any type and a ledger may have been
#: edited.
_WRONG = {
    "task": f"""
        typeof(place) = 'integer' AND typeof(key) = 'text' AND typeof(units) = 'blob'
        AND (parent IS NULL OR typeof(parent) = 'integer')
        AND typeof(weight) IN ('real', 'integer') AND weight BETWEEN 0 AND 1e9
        AND state IN ('waiting', 'done', 'aside')
        AND (state != 'done' OR count IS NOT NULL AND nodes IS NOT NULL
            AND seconds IS NOT NULL AND worker IS NOT NULL)
        AND (file IS NULL OR typeof(file) = 'text')
        AND (size IS NULL OR typeof(size) = 'integer' AND size >= 0)
        AND (count IS NULL OR typeof(count) = 'text' AND length(count) BETWEEN 1 AND 40
            AND count NOT GLOB '*[^0-9]*')
        AND (answer IS NULL OR typeof(answer) = 'text')
        AND (nodes IS NULL OR typeof(nodes) = 'integer' AND nodes BETWEEN 0 AND {LARGEST})
        AND (seconds IS NULL OR typeof(seconds) IN ('real', 'integer')
            AND seconds BETWEEN 0 AND 1e12)
        AND (worker IS NULL OR typeof(worker) = 'text')
        AND typeof(tries) = 'integer'
        AND typeof(deaths) = 'integer' AND deaths BETWEEN 0 AND {LARGEST}
        AND (error IS NULL OR typeof(error) = 'text')
        AND (booked IS NULL OR typeof(booked) = 'text')
    """,
    "session": """
        typeof(began) = 'text' AND typeof(seen) = 'text'
        AND typeof(crew) = 'text' AND typeof(status) = 'text'
        AND typeof(seconds) IN ('real', 'integer') AND seconds BETWEEN 0 AND 1e12
    """,
}

#: A part of a task, a JSON value. In an enumeration, the path of a subtree.
Unit = Any


@dataclass(frozen=True)
class Task:
    """Neighboring units of the work, in order."""

    id: int
    units: list[tuple[Unit, float]]
    weight: float
    deaths: int = 0


@dataclass(frozen=True)
class Outcome:
    """The result of a task."""

    #: The number of results.
    count: int
    nodes: int = 0
    seconds: float = 0.0
    #: The unfinished units in order, with their weights.
    rest: list[tuple[Unit, float]] = field(default_factory=list)
    #: The content of its file; empty for none.
    data: bytes = b""
    #: JSON to keep in the ledger.
    answer: str | None = None
    worker: str = ""


@dataclass(frozen=True)
class FinishedTask:
    """A finished task as the ledger has it, for readers of the results."""

    id: int
    file: str | None
    size: int
    count: int
    answer: str | None


def is_run(folder: str | os.PathLike[str]) -> bool:
    """Return True if a folder contains a run."""
    try:
        return (Path(folder) / LEDGER).is_file()
    except (OSError, ValueError):
        return False


def key_of(units: Sequence[tuple[Unit, float]]) -> str:
    """Return a digest that identifies a task by its units, regardless of their weights."""
    return hashlib.blake2b(
        json.dumps([unit for unit, _ in units]).encode(), digest_size=16
    ).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Ledger:
    """The ledger of a run, open for writing (with a description) or for reading."""

    def __init__(self, folder: Path, description: dict[str, Any] | None = None) -> None:
        self.folder = folder
        self.path = folder / LEDGER
        self._stack = contextlib.ExitStack()
        self._session: int | None = None
        try:
            if description is not None:
                self._make_folder()
                self._stack.enter_context(held(self.path))
            elif not self.path.is_file():
                raise CheckpointError(
                    f"this folder contains no run (there is no file {LEDGER})", where=str(folder)
                )
            with self._converting_errors():
                self._open(writing=description is not None)
                self._check(description)
        except BaseException:
            self.close()
            raise

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"cannot create the folder: {error.strerror}", where=str(self.folder)
            ) from None

    def _open(self, *, writing: bool) -> None:
        # A URI allows any characters in the path, and read-only mode, which creates no file.
        uri = f"{self.path.resolve().as_uri()}?mode={'rwc' if writing else 'ro'}"
        self._file = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=60.0)
        self._stack.callback(self._file.close)

    def _check(self, description: dict[str, Any] | None) -> None:
        """Create the tables of a new ledger; reject one that is damaged or of something else."""
        where = str(self.path)
        application = self._file.execute("PRAGMA application_id").fetchone()[0]
        version = self._file.execute("PRAGMA user_version").fetchone()[0]
        fresh = (
            not application
            and not self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        )
        if description is not None and (fresh or application == _APPLICATION):
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
        if fresh and description is not None:
            with self.booking():
                for statement in _TABLES.split(";"):
                    self._file.execute(statement)
                self._file.executemany(
                    "INSERT INTO run VALUES (?, ?)",
                    [
                        (name, json.dumps(value))
                        for name, value in (description | {"began": _now()}).items()
                    ],
                )
                self._file.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._file.execute(f"PRAGMA user_version = {_VERSION}")
        elif fresh:
            raise CheckpointError(
                "the run in this folder was never started", where=str(self.folder)
            )
        elif application != _APPLICATION:
            raise CheckpointError("this file is not a tilewright ledger", where=where)
        elif version != _VERSION:
            raise CheckpointError(
                f"the ledger has version {version}, but this version of tilewright supports "
                f"only version {_VERSION}",
                where=where,
            )
        if self._file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise self.damaged("SQLite's check failed")
        for table, wrong in _WRONG.items():
            row = self._file.execute(
                f"SELECT id FROM {table} WHERE NOT coalesce({wrong}, 0) LIMIT 1"
            ).fetchone()
            if row is not None:
                raise self.damaged(f"{table} {row[0]} has an invalid value")
        self.description = {
            str(name): json.loads(value)
            for name, value in self._file.execute("SELECT name, value FROM run")
        }
        if description is None:
            return
        differing = [
            name
            for name, value in description.items()
            if name not in _STAYING and self.description.get(name) != json.loads(json.dumps(value))
        ]
        if differing:
            raise CheckpointError(
                f"this folder contains a run with a different {' and '.join(differing)}; use the "
                "board, pieces and options of that run, or another folder",
                where=str(self.folder),
            )

    def damaged(self, how: str) -> CheckpointError:
        """Return the error for a damaged ledger."""
        return CheckpointError(
            f"the ledger is damaged: {how}; restore a copy of the ledger, or start again in "
            "another folder",
            where=str(self.path),
        )

    @contextlib.contextmanager
    def _converting_errors(self) -> Iterator[None]:
        """Convert errors of SQLite."""
        try:
            yield
        except TilewrightError:
            raise
        except (
            sqlite3.DatabaseError,
            ValueError,
            TypeError,
            OverflowError,
            RecursionError,
            zlib.error,
        ) as error:
            name = getattr(error, "sqlite_errorname", "")
            if name.startswith(
                ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_BUSY")
            ):
                raise OutputError(f"cannot use the ledger: {error}", where=str(self.path)) from None
            raise self.damaged(str(error)) from None

    def _rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        with self._converting_errors():
            return self._file.execute(query, values).fetchall()

    @contextlib.contextmanager
    def booking(self) -> Iterator[None]:
        """Return a context in which bookings are one transaction."""
        with self._converting_errors():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            except BaseException:
                # SQLite itself ends the transaction if the disk is full.
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def begin(self, groups: Sequence[Sequence[tuple[Unit, float]]], crew: str) -> None:
        """Start a session: insert the first tasks into an empty ledger, and retry quarantined
        tasks.
        """
        with self.booking():
            if not self._rows("SELECT count(*) FROM task")[0][0]:
                self._insert(groups)
            self._file.execute(
                "UPDATE task SET state = 'waiting', deaths = 0 WHERE state = 'aside'"
            )
            cursor = self._file.execute(
                "INSERT INTO session (began, seen, crew) VALUES (?, ?, ?)", (_now(), _now(), crew)
            )
            self._session = cursor.lastrowid

    def extend(self, groups: Sequence[Sequence[tuple[Unit, float]]]) -> list[Task]:
        """Append tasks and return them; call it inside `booking`."""
        [(first,)] = self._rows("SELECT coalesce(max(place) + 1, 0) FROM task WHERE parent IS NULL")
        return self._insert(groups, first=first)

    def note(self, seconds: float, status: dict[str, Any]) -> None:
        """Record the progress for other processes; call it inside `booking`."""
        self._file.execute(
            "UPDATE session SET seen = ?, seconds = ?, status = ? WHERE id = ?",
            (_now(), seconds, json.dumps(status), self._session),
        )

    def _insert(
        self,
        groups: Sequence[Sequence[tuple[Unit, float]]],
        parent: int | None = None,
        first: int = 0,
    ) -> list[Task]:
        """Insert tasks and return them."""
        tasks = []
        for place, units in enumerate(groups, start=first):
            text = json.dumps(list(units), separators=(",", ":"))
            weight = sum(weight for _, weight in units)
            cursor = self._file.execute(
                "INSERT INTO task (parent, place, key, units, weight) VALUES (?, ?, ?, ?, ?)",
                (parent, place, key_of(units), zlib.compress(text.encode()), weight),
            )
            assert cursor.lastrowid is not None
            tasks.append(Task(cursor.lastrowid, list(units), weight))
        return tasks

    def book(
        self,
        task: Task,
        rest: Sequence[Sequence[tuple[Unit, float]]],
        outcome: Outcome,
        file: str | None,
    ) -> list[Task]:
        """Book a finished task and return the tasks for the rest of it; call it inside
        `booking`.
        """
        size, count = len(outcome.data), str(outcome.count)
        values = (file, size, count, outcome.answer, outcome.nodes, outcome.seconds, outcome.worker)
        self._file.execute(
            "UPDATE task SET state = 'done', file = ?, size = ?, count = ?, answer = ?, nodes = "
            "?, seconds = ?, worker = ?, "
            "tries = tries + 1, error = NULL, booked = ? WHERE id = ?",
            (*values, _now(), task.id),
        )
        return self._insert(rest, task.id)

    def fail(self, task: Task, deaths: int, *, aside: bool, error: str) -> None:
        """Book a failed attempt at a task; call it inside `booking`."""
        self._file.execute(
            "UPDATE task SET tries = tries + 1, deaths = ?, error = ?, state = ? WHERE id = ? AND "
            "state != 'done'",
            (deaths, error, "aside" if aside else "waiting", task.id),
        )

    def task(self, number: int) -> Task:
        """Return a task."""
        [(units, weight, deaths)] = self._rows(
            "SELECT units, weight, deaths FROM task WHERE id = ?", number
        )
        with self._converting_errors():
            return Task(number, self._units(units), weight, deaths)

    def _units(self, blob: bytes) -> list[tuple[Unit, float]]:
        machine = zlib.decompressobj()
        text = machine.decompress(blob, _LONGEST)
        if machine.unconsumed_tail:
            raise self.damaged("a task is too large")
        units = [(unit, float(weight)) for unit, weight in json.loads(text)]
        if not units or not all(0 <= weight <= 1e9 for _, weight in units):
            raise self.damaged("the units of a task have invalid weights")
        return units

    def waiting(self) -> list[tuple[int, float, int]]:
        """Return the waiting tasks: number, weight, deaths."""
        return self._rows("SELECT id, weight, deaths FROM task WHERE state = 'waiting'")

    def quarantined(self) -> list[tuple[Task, str]]:
        """Return the quarantined tasks, each with the last error."""
        rows = self._rows("SELECT id, error FROM task WHERE state = 'aside' ORDER BY id")
        return [(self.task(number), str(error)) for number, error in rows]

    def sums(self) -> dict[str, Any]:
        """Return totals: ``tasks``, ``done``, ``waiting``, ``aside``, ``count``, ``nodes``,
        ``seconds``, ``share``.
        """
        states = dict(self._rows("SELECT state, count(*) FROM task GROUP BY state"))
        [(left, nodes, seconds)] = self._rows(
            "SELECT coalesce(sum(weight) FILTER (WHERE state != 'done'), 0), "
            "coalesce(sum(nodes), 0), coalesce(sum(seconds), 0) FROM task"
        )
        # Counts may be too large for SQLite.
        counts = self._rows("SELECT count FROM task WHERE state = 'done'")
        return {
            "tasks": sum(states.values()),
            "done": states.get("done", 0),
            "waiting": states.get("waiting", 0),
            "aside": states.get("aside", 0),
            "count": sum(int(count) for (count,) in counts),
            "nodes": nodes,
            "seconds": seconds,
            "share": min(1.0, max(0.0, 1.0 - left)) if states else 0.0,
        }

    @property
    def complete(self) -> bool:
        """Whether the work was started and all tasks are done."""
        [(begun, left)] = self._rows(
            "SELECT (SELECT count(*) FROM session), "
            "(SELECT count(*) FROM task WHERE state != 'done')"
        )
        return bool(begun) and not left

    def finished_tasks(self) -> list[FinishedTask]:
        """Return the finished tasks in the order of the work, up to the first unfinished one."""
        children: dict[int | None, list[tuple[Any, ...]]] = {}
        for parent, *row in self._rows(
            "SELECT parent, id, state, file, size, count, answer FROM task "
            "ORDER BY parent, place DESC"
        ):
            children.setdefault(parent, []).append(tuple(row))
        tasks = []
        stack = children.get(None, [])
        while stack:
            number, state, file, size, count, answer = stack.pop()
            if state != "done":
                break
            tasks.append(FinishedTask(number, file, size or 0, int(count), answer))
            stack += children.get(number, [])
        return tasks

    def answers(self) -> list[str | None]:
        """Return the answers of the finished tasks as JSON, in no particular order."""
        return [answer for (answer,) in self._rows("SELECT answer FROM task WHERE state = 'done'")]

    def workers(self) -> list[dict[str, Any]]:
        """Return the workers: name, tasks, nodes, seconds, and the time of the last booking."""
        names = ("worker", "tasks", "nodes", "seconds", "last")
        rows = self._rows(
            "SELECT worker, count(*), sum(nodes), sum(seconds), max(booked) FROM task "
            "WHERE state = 'done' GROUP BY worker ORDER BY max(id) DESC"
        )
        return [dict(zip(names, row, strict=True)) for row in rows]

    def last_session(self) -> dict[str, Any]:
        """Return who worked in the last session, its last status, and the time of that."""
        rows = self._rows("SELECT crew, status, seen FROM session ORDER BY id DESC LIMIT 1")
        crew, text, seen = rows[0] if rows else ("", "{}", "")
        with self._converting_errors():
            status = json.loads(text)
            fields = Fields(status, "the status of the run", self.damaged)
        for name in ("rate", "left"):
            if fields.has(name):
                fields.number(name)
        return {"crew": crew, "status": status, "seen": seen}

    def slowest(self) -> float:
        """Return the seconds of the longest task."""
        return float(self._rows("SELECT coalesce(max(seconds), 0) FROM task")[0][0])

    def close(self) -> None:
        """Close the file."""
        self._stack.close()
