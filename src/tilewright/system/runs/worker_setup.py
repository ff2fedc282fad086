"""A plugin for dask workers that compiles the kernels before the first task."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from distributed import WorkerPlugin

from tilewright.system.runs.registry import prepare


class WorkerSetup(WorkerPlugin):
    """Prepares a worker; errors are left to its first task."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def setup(self, worker: Any) -> None:
        """Compile in a thread, since the worker must stay responsive."""
        with contextlib.suppress(Exception):
            await asyncio.to_thread(prepare, self._text)
