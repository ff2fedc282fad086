"""What a worker of dask does when it joins a run: it compiles the kernels before the first task comes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from distributed import WorkerPlugin

from tilewright.cluster.works import prepare

__all__ = ["WorkerSetup"]


class WorkerSetup(WorkerPlugin):
    """A plugin for the workers. Whatever goes wrong here, the first task will say."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def setup(self, worker: Any) -> None:
        """Compile in a thread: the worker has to answer meanwhile."""
        with contextlib.suppress(Exception):
            await asyncio.to_thread(prepare, self._text)
