"""Processes for tests, real ones with streams and signals of their own, that begin at once: forks
of a server that has loaded everything.

`Popen` and `run_process` take the lines ``[sys.executable, "-m", "tilewright", …]`` and
``[sys.executable, "-c", code, …]`` as `subprocess` does. Tests of the very beginning of a process,
of its imports or of a cache of kernels start it with `subprocess`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from waiting import NEVER

#: What runs a command line: its exit code, standard output and standard error.
Asked = Callable[..., tuple[int, str, str]]

_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload(
    [
        "tilewright.apps.command",
        "tilewright.solving.search",
        "tilewright.counting.answers.plans",
        "tilewright.formats.request",
    ]
)
BEGIN = """
import os, signal, sys
for number, file in enumerate(files):
    os.dup2(file.fileno(), number)
    file.close()
if session:
    os.setsid()
os.chdir(folder)
os.environ.clear()
os.environ.update(environment)
sys.argv[:] = ["-c", *words]
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
sys.stdin, sys.stdout, sys.stderr = (
    open(number, "rw"[number > 0], encoding="utf-8", buffering=1 if number == 2 or os.isatty(number) else -1, closefd=False)
    for number in range(3)
)
"""  # noqa: E501
COMMAND = "from tilewright.__main__ import main; sys.exit(main())"


class Popen(subprocess.Popen[Any]):
    """A process as `subprocess.Popen` starts it, without waiting for Python and its imports.

    Ctrl-C is ignored in it if it is ignored here. It has its own session if that is asked for;
    other options of systems are not known.
    """

    def _execute_child(self, args: Any, *options: Any) -> None:
        executable, kind, *words = args
        _, preexec, _, _, folder, environment = options[:6]
        assert (executable, preexec) == (sys.executable, None)
        if kind == "-m":
            assert words.pop(0) == "tilewright"
        code = COMMAND if kind == "-m" else words.pop(0)
        ends = options[9:15]
        stdin, _, _, stdout, _, stderr = ends
        files = [
            Connection(os.dup(number if file < 0 else file))
            for number, file in enumerate((stdin, stdout, stderr))
        ]
        asked = {
            "__name__": "__main__",
            "files": files,
            "words": words,
            "folder": str(Path(folder or ".").absolute()),
            "environment": dict(os.environ if environment is None else environment),
            "session": options[20],
            "ignored": signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
        }
        # A daemon: whatever becomes of a test, nobody waits for it at the end.
        self._fork = _server.Process(target=exec, args=(BEGIN + code, asked), daemon=True)
        self._fork.start()
        for file in files:
            file.close()
        self._close_pipe_fds(*ends)
        self._child_created = True
        self.pid = self._fork.pid

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        return self._wait(0.0)

    def _wait(self, timeout: float | None) -> int | None:
        if self.returncode is None:
            self._fork.join(timeout)
            self.returncode = self._fork.exitcode
            if self.returncode is None and timeout:
                raise subprocess.TimeoutExpired(self.args, timeout)
        return self.returncode


def run_process(
    line: list[str],
    *,
    input: str | None = None,
    capture_output: bool = False,
    check: bool = False,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Start a process and wait for its end, as `subprocess.run` does."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with Popen(line, **options) as process:
        try:
            out, err = process.communicate(input, timeout=NEVER)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(line, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done
