"""An executor for tests that works in the calling thread, and does to tasks whatever can happen to
them.
"""

from __future__ import annotations

import json
import random
from collections import deque
from typing import Any

from tilewright.system.runs.ledger import Outcome, Task
from tilewright.system.runs.registry import do, versions
from tilewright.system.runs.work import Done, Event, Executor, Failed, WorkerDied


class Here(Executor):
    """Works in the calling thread.

    Parameters
    ----------
    description : dict
    threads : int
        How many it says it has: that decides into how many tasks the work is cut.
    chance : random.Random, optional
        Draws what happens: answers come in any order, twice, late after the task was given away, or
        workers die.
    budget : int, optional
        The most nodes of a task.
    """

    name = "the test itself"

    def __init__(
        self,
        description: dict[str, Any],
        threads: int = 2,
        chance: random.Random | None = None,
        budget: int | None = None,
    ) -> None:
        self.description = description
        self.threads, self.workers = threads, 1
        self.chance = chance
        self.budget = budget
        self.tasks: deque[tuple[Task, int]] = deque()
        self.late: list[Done] = []
        self.did = 0

    def submit(self, task: Task, budget: int, patience: float | None) -> None:
        self.tasks.append((task, budget if self.budget is None else min(budget, self.budget)))

    def outcome(self, task: Task, budget: int) -> Outcome:
        self.did += 1
        return do(json.dumps(self.description), versions(), task.units, budget)

    def poll(self, seconds: float) -> list[Event]:
        if not self.tasks:
            return []
        chance = self.chance
        if chance is None:
            task, budget = self.tasks.popleft()
            try:
                return [Done(task.id, self.outcome(task, budget))]
            except Exception as error:
                return [Failed(task.id, error)]
        self.tasks.rotate(chance.randrange(len(self.tasks)))
        task, budget = self.tasks.popleft()
        fate = chance.random()
        if fate < 0.1:
            return [WorkerDied(task.id, 1 if fate < 0.02 else 0, "the test says so")]
        done = Done(task.id, self.outcome(task, max(1, chance.randint(budget // 2, budget))))
        if fate < 0.2:
            # Its worker hangs and the task is given up, but then it comes back.
            self.late.append(done)
            return [WorkerDied(task.id, 0, "given away")]
        events: list[Event] = [done]
        if fate < 0.3:
            events.append(done)
        if self.late and fate < 0.6:
            events.insert(chance.randrange(2), self.late.pop(chance.randrange(len(self.late))))
        return events

    def close(self) -> None:
        self.tasks.clear()
