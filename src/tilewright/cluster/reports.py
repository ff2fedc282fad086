"""How far a run is, told from its ledger alone, whether anybody works on it or not."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.cluster.ledger import LEDGER, Ledger
from tilewright.cluster.works import check_description
from tilewright.files.replacing import is_held

__all__ = ["Report"]


@dataclass(frozen=True)
class Report:
    """How far a run is.

    Attributes
    ----------
    description : dict
        What it is about, JSON values.
    state : {"complete", "at work", "stopped"}
    sums : dict
        Over all tasks: ``count``, ``nodes``, ``seconds``, ``share``, ``tasks``, ``done``, ``waiting``, ``aside``.
    crew : str
        Who works on it, or did last.
    status : dict
        The last `tilewright.progress.RunProgress` as JSON, with ``rate``, ``left``, ``workers``.
    seen : str
        When that was, in UTC.
    workers : list of dict
        Who has worked: ``worker``, ``tasks``, ``nodes``, ``seconds``, ``last``; the last that brought something first.
    aside : list of (key of the first unit, why)
        Tasks that were set aside.
    slowest : float
        Seconds of the longest task.
    """

    description: dict[str, Any]
    state: str
    sums: dict[str, Any]
    crew: str
    status: dict[str, Any]
    seen: str
    workers: list[dict[str, Any]]
    aside: list[tuple[Any, str]]
    slowest: float

    @classmethod
    def of(cls, folder: str | os.PathLike[str]) -> Report:
        """Return how far the run in a folder is, also while another process works on it.

        Raises
        ------
        CheckpointError
            If there is no run in the folder, or its ledger is damaged.
        """
        ledger = Ledger(Path(folder))
        try:
            check_description(ledger.description, ledger.damaged)
            sessions = ledger.sessions()
            last: dict[str, Any] = sessions[-1] if sessions else {"crew": "", "status": {}, "seen": ""}
            at_work = "at work" if is_held(Path(folder) / LEDGER) else "stopped"
            return cls(
                description=ledger.description,
                state="complete" if ledger.complete else at_work,
                sums=ledger.sums(),
                crew=last["crew"],
                status=last["status"],
                seen=last["seen"],
                workers=ledger.workers(),
                aside=[(task.units[0][0], why) for task, why in ledger.aside()],
                slowest=ledger.slowest(),
            )
        finally:
            ledger.close()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        sums = self.sums | {"count": str(self.sums["count"]), "nodes": str(self.sums["nodes"])}
        return {
            **{
                name: self.description[name]
                for name in ("kind", "problem", "unique")
                if name in self.description
            },
            "state": self.state,
            **sums,
            "crew": self.crew,
            "rate": self.status.get("rate"),
            "left": self.status.get("left"),
            "seen": self.seen,
            "workers": self.workers,
            "aside": [{"unit": unit, "why": why} for unit, why in self.aside],
            "slowest": self.slowest,
        }
