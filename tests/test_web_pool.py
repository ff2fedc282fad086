"""The pool of processes behind the HTTP interface: room for everyone, turns, limits, and work that is given up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tilewright.system.processes import start_process
from tilewright.web.answers.operations import OPERATIONS
from tilewright.web.schema import CountAnswer
from tilewright.web.workers.pool import Busy, Down, WorkerPool
from tilewright.web.workers.worker import Unfinished
from waiting import NEVER, soon


def test_a_full_queue_says_so_and_keeps_room_for_short_work() -> None:
    async def crowd() -> None:
        pool = WorkerPool(2, waiting=8)
        pool.start()
        try:
            heavy = {
                "board": "20x20",
                "pieces": ["pentominoes+"],
                "turn": "free",
                "empty": 0,
                "seconds": NEVER,
            }
            tasks = [
                asyncio.create_task(pool.run("count", {**heavy, "empty": n}, 0.5, size="large"))
                for n in range(6)
            ]
            answers = asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)
            assert (await pool.run("puzzle", {"id": "talos:hub-gates-2"}, NEVER)).rows == 4
            kinds = {type(answer) for answer in await answers}
            assert Busy in kinds
            assert kinds <= {Busy, Unfinished, CountAnswer}  # an answer says that it was not finished
        finally:
            await pool.stop()

    asyncio.run(crowd())


def test_clients_take_turns() -> None:
    async def crowd() -> None:
        pool = WorkerPool(2, waiting=64)
        pool.start()
        order: list[str] = []

        async def ask(client: str, number: int) -> None:
            date = f"calendar:{1 + number % 12:02}-{1 + number // 12:02}"
            await pool.run("ways", {"id": date, "state": {}, "seconds": 0.5}, NEVER, client=client)
            order.append(client)

        try:
            greedy = [asyncio.create_task(ask("greedy", number)) for number in range(24)]
            await asyncio.sleep(0)
            modest = [asyncio.create_task(ask("modest", 100 + number)) for number in range(2)]
            await asyncio.gather(*modest)
            # Two were begun before and two may have had their turns meanwhile, and a few are on their way.
            assert order.count("greedy") <= 8
            # There is no room for more of one client, but there is for others.
            more = [asyncio.create_task(ask("greedy", 200 + number)) for number in range(40)]
            await asyncio.sleep(0)
            await ask("modest", 300)
            answers = await asyncio.gather(*greedy, *more, return_exceptions=True)
            assert {type(answer) for answer in answers} == {type(None), Busy}
        finally:
            await pool.stop()

    asyncio.run(crowd())


def test_work_is_given_up_when_nobody_waits_for_it() -> None:
    async def play() -> None:
        pool = WorkerPool(2)
        pool.start()
        try:
            await pool.run("puzzle", {"id": "talos:hub-gates-1"}, NEVER)
            heavy = {
                "board": "20x20",
                "pieces": ["pentominoes+"],
                "turn": "free",
                "empty": 0,
                "seconds": 9000,
            }
            task = asyncio.create_task(pool.run("count", heavy, 9000, size="large"))
            await soon(lambda: any(worker.job is not None for worker in pool.workers), "it is begun")
            task.cancel()
            await soon(lambda: all(worker.job is None for worker in pool.workers), "it is given up")
            # The pool goes on, and a limit of time is kept.
            with pytest.raises(Unfinished):
                await pool.run("count", heavy, 0.2, size="large")
            assert (await pool.run("puzzle", {"id": "talos:hub-gates-2"}, NEVER)).rows == 4
            # The same request at the same time is worked on once, and one of two may leave.
            first = asyncio.create_task(pool.run("puzzle", {"id": "calendar:01-25"}, NEVER))
            second = asyncio.create_task(pool.run("puzzle", {"id": "calendar:01-25"}, NEVER))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second).kind == "calendar"
        finally:
            await pool.stop()

    asyncio.run(play())


def test_what_a_limit_of_time_said_is_not_kept() -> None:
    async def ask() -> None:
        pool = WorkerPool(2)
        pool.start()
        made = {"kind": "dots", "board": "9x9", "pieces": ["trominoes"], "level": "expert", "seed": 77}
        hasty: list[tuple[str, dict[str, object]]] = [
            ("make", {**made, "turn": "free", "minimal": False, "date": None, "seconds": 0.01}),
            (
                "count",
                {"board": "20x20", "pieces": ["pentominoes+"], "turn": "free", "empty": 0, "seconds": 0.01},
            ),
            ("hint", {"id": "calendar:02-11", "state": {}, "found": [], "seconds": 0.0001}),
        ]
        try:
            for name, arguments in hasty:
                await pool.run(name, arguments, NEVER)
                assert pool.remembered == 0, name
            exact = {"board": "3x4", "pieces": ["L3+"], "turn": "free", "empty": 0, "seconds": 2 * NEVER}
            assert (await pool.run("count", exact, NEVER)).exact
            assert pool.remembered == 1
        finally:
            await pool.stop()

    asyncio.run(ask())


def test_a_fault_of_ours_costs_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        pool = WorkerPool(2)
        pool.start()
        try:
            # The first one has loaded everything when the second one is started.
            await soon(lambda: len(pool.workers) == 2, "both are there")
            workers = list(pool.workers)
            with pytest.raises(Unfinished):
                await pool.run("plane", {"piece": 3, "turn": "free", "seconds": 1.0}, NEVER)
            assert pool.workers == workers
            assert [record.message.count("\n") for record in caplog.records] == [0]
            assert "plane crashed" in caplog.text
            assert "AttributeError" in caplog.text
            # One that dies all the same is replaced, and nothing is left of it.
            # The other worker may still be starting, and the end of one that was never ready is not reported.
            caplog.clear()
            ready = next(worker for worker in workers if worker.ready)
            pid = ready.process.pid
            ready.process.kill()
            await soon(lambda: ready not in pool.workers, "it is replaced")
            await soon(lambda: not Path(f"/proc/{pid}").exists(), "nothing is left of it")
            assert (await pool.run("puzzle", {"id": "talos:hub-gates-2"}, NEVER)).rows == 4
            assert [record.message.count("\n") for record in caplog.records] == [0]
        finally:
            await pool.stop()

    asyncio.run(ask())


#: A worker that runs this dies before it is ready.
DYING = "import os; os._exit(3)"


def test_workers_that_die_as_they_start_are_not_replaced_without_end(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def counted(*words: Any, **options: Any) -> Any:
        process = start_process(*words, **options)
        begun.append(process.pid)
        return process

    monkeypatch.setattr("tilewright.web.workers.pool.start_process", counted)
    monkeypatch.setattr("tilewright.web.workers.pool.MAIN", DYING)

    async def ask() -> None:
        pool = WorkerPool(2)
        try:
            asked = [
                asyncio.create_task(pool.run("puzzle", {"id": f"talos:hub-gates-{n}"}, NEVER))
                for n in (1, 2, 3)
            ]
            # Those that wait are answered, and those that come later at once.
            assert [type(answer) for answer in await asyncio.gather(*asked, return_exceptions=True)] == [
                Down
            ] * 3
            with pytest.raises(Down):
                await pool.run("puzzle", {"id": "talos:hub-gates-1"}, NEVER)
            with pytest.raises(Down):
                await anext(pool.stream("watch", {"id": "talos:hub-gates-1", "steps": 5}, NEVER))
            # One at first, as the others wait until it is ready, and one for each of the first two that died.
            assert len(begun) == 3
            await soon(
                lambda: not any(Path(f"/proc/{pid}").exists() for pid in begun), "nothing is left of them"
            )
        finally:
            await pool.stop()

    asyncio.run(ask())
    said = [record.message for record in caplog.records if record.name == "tilewright.web.workers.pool"]
    assert len(said) == 1
    assert said[0].startswith("3 workers died before they were ready")
    assert "\n" not in said[0]


def test_one_that_dies_as_it_starts_is_replaced_and_its_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        pool = WorkerPool(2)
        with monkeypatch.context() as patch:
            patch.setattr("tilewright.web.workers.pool.MAIN", DYING)
            pool.start()
        first = list(pool.workers)
        try:
            assert (await pool.run("puzzle", {"id": "talos:hub-gates-2"}, NEVER)).rows == 4
            await soon(lambda: not set(first) & set(pool.workers), "they are replaced")
            await soon(lambda: all(worker.ready for worker in pool.workers), "all are ready")
            assert len(pool.workers) == 2
        finally:
            await pool.stop()

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("name", "answer", "took", "same"),
    [
        ("count", {"finished": True, "count": "4", "exact": True, "different": "2"}, 3.0, True),
        ("count", {"finished": True, "count": "4", "exact": True, "different": None}, 3.0, False),
        ("make", {"finished": False, "reason": "not found within 8 seconds"}, 0.1, False),
        ("ways", {"count": "5", "exact": False, "text": "at least 5", "solved": False}, 0.1, False),
        ("ways", {"count": "5", "exact": True, "text": "5", "solved": False}, 1.6, True),
        ("hint", {"action": "place", "text": "this piece is part of a solution"}, 0.1, True),
        ("hint", {"action": "place", "text": "this piece is part of a solution"}, 1.6, False),
        ("puzzle", {"grade": None, "level": None}, 0.1, True),
        ("puzzle", {"grade": None, "level": None}, 1.6, False),
        ("puzzle", {"grade": {"level": "easy"}, "level": "easy"}, 1.6, True),
        ("picture", {"picture": "<svg"}, 0.6, False),
    ],
)
def test_which_answers_would_always_be_the_same(
    name: str, answer: dict[str, object], took: float, same: bool
) -> None:
    operation = OPERATIONS[name]
    found = operation.answers.model_construct(**answer) if operation.answers else answer
    asked = {"seconds": 1.5} if operation.engine else {}
    assert operation.lasts(asked, found, took) is same
