"""A server of the page in a thread."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from tilewright.site.serving import Limits, Server
from waiting import NEVER

#: Nothing is cut short because the machine is busy.
PATIENT = Limits(seconds=NEVER, margin=NEVER, patience=NEVER, commands=4)


@contextlib.contextmanager
def serving(host: str = "127.0.0.1", **options: Any) -> Iterator[Server]:
    """Serve the page on a free port."""
    with Server((host, 0), **{"limits": PATIENT, **options}) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(NEVER)
            assert not thread.is_alive(), "the server ends"
