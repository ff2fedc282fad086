"""Resources: what a count may take, whom it tells, and where it is saved."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.counting.run.memory import allowed_memory, stay_within
from tilewright.counting.run.progress import Report, Reporter
from tilewright.counting.run.request import check_limits
from tilewright.counting.run.saving import Saving
from tilewright.counting.run.tuning import USUAL, Tuning
from tilewright.progress import shown_in_notebook
from tilewright.system.cores import useful_threads

__all__ = ["Resources"]


@dataclass(frozen=True, eq=False)
class Resources:
    """What a count may take, whom it tells, and where it is saved.

    Attributes
    ----------
    threads : int
    max_memory : int or None
        Bytes that were allowed; None for a share of what is free.
    reporter : Reporter
    saving : Saving or None
    tuning : Tuning
    """

    threads: int = 1
    max_memory: int | None = None
    reporter: Reporter = field(default_factory=lambda: Reporter(None))
    saving: Saving | None = None
    tuning: Tuning = USUAL

    @classmethod
    def of(
        cls,
        threads: int | None = 1,
        max_memory: int | None = None,
        progress: Report | None = None,
        saving: Saving | None = None,
        tuning: Tuning | None = None,
    ) -> Resources:
        """Return what was asked for, checked.

        Raises
        ------
        EngineError
            If there are no threads, or the memory is no number of bytes.
        """
        check_limits(threads, max_memory)
        tuning = tuning or USUAL
        reporter = Reporter(progress or shown_in_notebook(), tuning.report_every)
        return cls(useful_threads(threads), max_memory, reporter, saving, tuning)

    @property
    def allowed(self) -> int:
        """Bytes that may be taken from now on."""
        return allowed_memory(self.max_memory)

    def stay_within(self, states: int, nbytes: int, why: str = "") -> None:
        """Raise if what was held is more than what was allowed; see `tilewright.counting.run.memory.stay_within`.

        Raises
        ------
        MemoryLimitError
        """
        stay_within(states, nbytes, self.max_memory, why)
