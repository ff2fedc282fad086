"""Work that must not slow what else runs on the machine."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

#: How far the priority is lowered: other processes on a busy core get nine tenths of it.
_NICE = 10


def in_background(work: Callable[[], object]) -> None:
    """Do some work in a thread of low priority, and wait for it.

    Only Linux has a priority for each thread. That of a process could not be raised again, so
    elsewhere it is left as it is.
    """
    failed: list[BaseException] = []

    def do() -> None:
        if sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=do)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
