"""``python -m tilewright`` is the command.

Little is imported here, so that Ctrl-C finds `main` at work as early as possible: before that,
Python itself answers it.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command with the arguments of this process and return its exit code.

    SIGTERM ends it as Ctrl-C does, but with the exit code 143.
    """
    interrupts = None
    try:
        from tilewright.system.platform.garbage import collect_seldom
        from tilewright.system.platform.interrupts import Interrupts

        interrupts = Interrupts()
        collect_seldom()
        from tilewright.apps.command import run

        interrupts.check()
        return interrupts.code(run(sys.argv[1:], leave=lambda code: _leave(interrupts.code(code))))
    except KeyboardInterrupt:
        # While the command itself was being loaded, or for the second time.
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        code = interrupts.code(130) if interrupts is not None else 130
        _leave(code)
        return code


def _leave(code: int) -> None:
    """End the process at once, unless its streams do not take what was said, or a profiler or
    debugger looks on: then in the usual way.

    Python would take down all that was loaded one by one: a quarter of the time that a short
    command takes, and seconds after a large one.
    """
    import atexit
    import contextlib
    import os

    if sys.getprofile() or sys.gettrace():
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        sys.stderr.flush()
        atexit._run_exitfuncs()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
