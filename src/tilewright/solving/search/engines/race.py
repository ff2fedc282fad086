"""A race of engines for one tiling: the best engine starts, and engines that work differently join
later.

A problem that is hard for one engine is often easy for another. The chosen engine has a head start.
Then the others run on other cores, and the first answer counts.

The first answer must not depend on the machine. Therefore, each engine has a clock, which is its
number of steps times their measured cost. An answer counts when the clocks of all other engines
have passed its time. A SAT solver has no such clock. It joins late, never with a seed, and its
answer counts at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError, MemoryLimitError
from tilewright.solving.search.running.protocol import (
    Engine,
    EngineRun,
    Status,
    WholeRun,
)
from tilewright.system.platform.machine import cores, useful_threads


@dataclass(frozen=True)
class RaceTuning:
    """The times when the other engines join, by the clock of the first engine (100 million ticks
    are about a second).
    """

    #: The second engine joins.
    head_start: int = 10_000_000
    #: Engines without a clock join.
    late: int = 200_000_000
    #: Ticks between two looks at the others.
    turn: int = 1_000_000
    #: About how long `RaceRun.advance` works at most.
    seconds: float = 0.05


@dataclass(frozen=True)
class Entrant:
    """An engine in a race, which is created when it joins. `cost` is the number of ticks per step,
    or 0 for an engine without a clock.
    """

    name: str
    make: Callable[[], Engine]
    cost: int


class RaceEngine:
    """A race for one tiling."""

    single = True

    def __init__(
        self, lanes: tuple[Entrant, ...], depth: int, tuning: RaceTuning | None = None
    ) -> None:
        self.lanes = lanes
        self.depth = depth
        self.threads = min(useful_threads(), cores())
        self.tuning = tuning or RaceTuning()
        #: The engine whose answer counts, once that is known.
        self.winner: str | None = None

    @property
    def name(self) -> str:
        """The engine whose answer counts, or the first engine as long as this is unknown."""
        return self.winner or self.lanes[0].name

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> RaceRun:
        """Return a new run over the whole tree."""
        return RaceRun(self)


@dataclass(eq=False)
class EntrantRun:
    """An engine in a race: its run once it has joined, its clock, and its status."""

    lane: Entrant
    #: If this engine cannot be made, the race fails.
    needed: bool = True
    run: EngineRun | None = None
    clock: int = 0
    status: Status = Status.MORE
    error: BaseException | None = field(default=None, repr=False)
    #: Its clock and nodes after each turn that may still be later than the winning answer.
    tries: list[tuple[int, int]] = field(default_factory=list)

    @property
    def answered(self) -> bool:
        """Whether it has a tiling, or a proof that there is none."""
        return self.run is not None and (self.status is Status.DONE or self.run.found > 0)

    @property
    def gave_up(self) -> bool:
        """Whether it has ended without an answer."""
        return self.status is Status.CUT and not self.answered

    @property
    def proven(self) -> bool:
        """Whether a search that ran to its end found nothing."""
        return self.answered and self.run is not None and not self.run.found

    def nodes(self, clock: int | None) -> int:
        """Return the number of placements tried so far, or up to a time of the clock."""
        if self.run is None:
            return 0
        return (
            self.run.nodes
            if clock is None
            else max((n for c, n in self.tries if c <= clock), default=0)
        )

    def join(self) -> EngineRun:
        """Return the run, which is created on the first call."""
        if self.run is None:
            self.run = self.lane.make().start(capacity=1)
        return self.run

    def turn(self, ticks: int) -> None:
        """Work for this many ticks."""
        try:
            run = self.join()
        except (EngineError, MemoryLimitError):
            if self.needed:
                raise
            # It cannot serve this problem, or not in the available memory; the others go on.
            self.status = Status.CUT
            return
        self.status = run.advance(max(1, ticks // max(self.lane.cost, 1)))
        self.clock += ticks
        self.tries.append((self.clock, run.nodes))


class RaceRun(WholeRun):
    """A running race; see `tilewright.solving.search.running.protocol.EngineRun`."""

    def __init__(self, engine: RaceEngine) -> None:
        super().__init__(engine.depth)
        self._engine = engine
        self._runners = [
            EntrantRun(lane, needed=not number) for number, lane in enumerate(engine.lanes)
        ]
        self._winner: EntrantRun | None = None

    @property
    def nodes(self) -> int:
        """The number of placements tried by all engines or, if there is a winner, up to the time of
        its answer.
        """
        end = None if self._winner is None or not self._winner.lane.cost else self._winner.clock
        return sum(runner.nodes(end) for runner in self._runners)

    @property
    def share(self) -> float:
        """The estimated share of the search tree that the first engine has searched."""
        first = self._runners[0].run
        return 1.0 if self._winner is not None else first.share if first is not None else 0.0

    def advance(self, budget: int) -> Status:
        """Work for a moment. Turns have a fixed length, regardless of the budget, so that the
        result does not depend on the clock.
        """
        tuning, first = self._engine.tuning, self._runners[0]
        if self._winner is None:
            if first.clock < tuning.head_start:
                first.turn(min(tuning.turn, tuning.head_start - first.clock))
                if first.clock == tuning.head_start:
                    for runner in self._runners[1:]:
                        runner.clock = first.clock
            elif self._engine.threads > 1:
                self._side_by_side()
            else:
                self._in_turns()
            self._decide()
        if self._winner is None:
            return Status.MORE
        return Status.DONE if self._winner.proven else Status.CUT

    def _running(self) -> list[EntrantRun]:
        """Return the entrants that have joined and not given up."""
        tuning, first = self._engine.tuning, self._runners[0]
        if first.clock < tuning.head_start:
            return [first]
        late = max(runner.clock for runner in self._runners) >= tuning.late
        return [
            runner for runner in self._runners if not runner.gave_up and (runner.lane.cost or late)
        ]

    def _beaten(self, runner: EntrantRun) -> bool:
        """Return whether another entrant has an answer that is earlier than any possible answer of
        this entrant.
        """
        return any(other.answered and other.clock <= runner.clock for other in self._runners)

    def _side_by_side(self) -> None:
        """Let all entrants work, each in a separate thread."""
        end = time.monotonic() + self._engine.tuning.seconds
        stop = threading.Event()

        def work(runner: EntrantRun) -> None:
            try:
                while True:
                    runner.turn(self._engine.tuning.turn)
                    proven = runner.proven or (runner.answered and not runner.lane.cost)
                    if proven:
                        stop.set()
                    over = stop.is_set() or time.monotonic() >= end
                    if runner.answered or runner.gave_up or over or self._beaten(runner):
                        return
            except BaseException as error:
                runner.error = error

        waiting = [r for r in self._running() if not r.answered and not self._beaten(r)]
        # The deadline must also hold while the others make their engines.
        threads = [
            threading.Thread(target=copy_context().run, args=(work, runner), name="tilewright race")
            for runner in waiting[1:]
        ]
        for thread in threads:
            thread.start()
        if waiting:
            work(waiting[0])
        for thread in threads:
            thread.join()
        self._raise()

    def _in_turns(self) -> None:
        """Let the entrant with the earliest clock work."""
        waiting = [r for r in self._running() if not r.answered and not self._beaten(r)]
        if waiting:
            min(waiting, key=lambda runner: runner.clock).turn(self._engine.tuning.turn)

    def _raise(self) -> None:
        for runner in self._runners:
            if runner.error is not None:
                error, runner.error = runner.error, None
                raise error

    def _decide(self) -> None:
        """Check whether an answer counts: a proof, or a tiling if no other can be earlier."""
        answered = [runner for runner in self._runners if runner.answered]
        if not answered:
            slowest = min(runner.clock for runner in self._running() if runner.lane.cost)
            for runner in self._runners:
                runner.tries = [(clock, nodes) for clock, nodes in runner.tries if clock >= slowest]
            return
        sure = [runner for runner in answered if runner.proven or not runner.lane.cost]
        best = sure[0] if sure else min(answered, key=lambda runner: runner.clock)
        others = [
            r for r in self._running() if r.lane.cost and not r.answered and r.clock < best.clock
        ]
        if sure or not others:
            self._winner = best
            self._engine.winner = best.lane.name
            if not best.proven:
                row = best.join().take()[0]
                self._keep(row[row >= 0])
            self.close()

    def close(self) -> None:
        """Close all runs."""
        for runner in self._runners:
            if runner.run is not None:
                runner.run.close()

    def stack(self) -> NDArray[np.int32]:
        """Return the placements that the first engine has chosen now."""
        return self._runners[0].join().stack()
