"""A server of the page in a thread."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from tilewright.apps.page.built import STATIC
from tilewright.apps.site.serving import Server, ServerLimits
from waiting import NEVER

#: Nothing is cut short because the machine is busy.
PATIENT = ServerLimits(seconds=NEVER, margin=NEVER, patience=NEVER, commands=4)


@contextlib.contextmanager
def serving(*, modules: bool = False, **options: Any) -> Iterator[Server]:
    """Serve the page on a free port, with its modules as files of their own if a test imports
    them."""
    with Server(("127.0.0.1", 0), **{"limits": PATIENT, **options}) as server:
        files = (*STATIC.rglob("*.js"), *(STATIC / "texts").glob("*.json"))
        for path in files if modules else ():
            server.files.setdefault(
                f"static/{path.relative_to(STATIC).as_posix()}", path.read_bytes()
            )
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join(NEVER)
            assert not thread.is_alive(), "the server ends"
