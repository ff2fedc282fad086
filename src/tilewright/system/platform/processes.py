"""Worker processes: each runs a program with a pipe as its standard input.

On Linux, a worker is forked from a *template*, a process that has imported and compiled what the
program needs. A fork takes milliseconds and shares memory. Elsewhere each process loads everything
itself. Either way it gets the arguments, environment, working directory and output streams that its
caller has at that moment. The template is a process of its own because forking is safe only with a
single thread.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

from tilewright.system.platform.interrupts import sheltered

#: Prefixes of environment variables that libraries read when they are imported; a template must
#: have the same values.
_READ_ON_IMPORT = (
    "HOME",
    "LD_",
    "MKL_",
    "NUMBA_",
    "OMP_",
    "OPENBLAS_",
    "PYTHON",
    "TILEWRIGHT_",
    "XDG_",
)
#: Libraries must not start threads of their own, since the processes share the cores.
_ONE_THREAD = dict.fromkeys(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMBA_NUM_THREADS",
    ),
    "1",
)
#: The header of a request to a template: the length of its text.
_LENGTH = struct.Struct("!Q")
#: The most file descriptors of a request.
_MOST_FILES = 16
#: The beginning of a program that is not forked; its first argument is `sys.path`.
_PATH = "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1))"


class Process(Protocol):
    """A started process, such as `subprocess.Popen`."""

    @property
    def pid(self) -> int:
        """The process ID."""

    @property
    def returncode(self) -> int | None:
        """The exit status, or minus the signal that ended it; None until `poll` or `wait` has seen
        the end.
        """

    def poll(self) -> int | None:
        """Return the exit status; None while it is alive."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; `subprocess.TimeoutExpired` after `timeout` seconds."""

    def kill(self) -> None:
        """Kill it."""

    def send_signal(self, sig: int, /) -> None:
        """Send a signal, unless it has ended."""


def start_process(
    program: str,
    arguments: Sequence[str],
    stdin: int,
    *,
    template: str,
    pass_fds: Sequence[int] = (),
) -> Process:
    """Start Python code with these arguments and standard input, protected from Ctrl-C on the
    terminal.

    `template` is code that loads what the program needs; programs with the same one are forks of
    one template. `multiprocessing` is not used, since it would run the user's script again in each
    process.
    """
    environment = os.environ | _ONE_THREAD
    path = json.dumps([place for place in sys.path if isinstance(place, str)])
    if _can_copy():
        with contextlib.suppress(OSError):
            return _template(template, path, environment).copy(
                program, arguments, stdin, pass_fds, environment
            )
    with sheltered():
        return subprocess.Popen(
            [sys.executable, "-P", "-c", f"{_PATH}\n{program}", path, *arguments],
            stdin=stdin,
            pass_fds=tuple(pass_fds),
            env=environment,
        )


@functools.cache
def _can_copy() -> bool:
    """Return True if this system can fork templates and watch other processes."""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:
        return False
    return True


class _Copy:
    """A fork of a template, which reports the process ID and later the exit status through a pipe,
    one per line.
    """

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._text = b""
        self._lock = threading.Lock()
        self.returncode: int | None = None

    def __del__(self) -> None:
        os.close(self._pipe)

    def _listen(self, lines: int, seconds: float | None) -> list[int] | None:
        """Return the first `lines` numbers that the template reports; None after `seconds`."""
        end = None if seconds is None else time.monotonic() + seconds
        with self._lock:
            while (missing := lines - self._text.count(b"\n")) > 0:
                poll = select.poll()
                poll.register(self._pipe, select.POLLIN)
                if not poll.poll(None if end is None else max(0.0, end - time.monotonic()) * 1000):
                    return None
                # If the template has ended, the status is lost; a fork that was never made has no
                # ID.
                self._text += os.read(self._pipe, 64) or f"{-signal.SIGKILL}\n".encode() * missing
            return [int(line) for line in self._text.split()]

    @property
    def pid(self) -> int:
        numbers = self._listen(1, None)
        assert numbers is not None
        return numbers[0]

    def poll(self) -> int | None:
        if self.returncode is None and (numbers := self._listen(2, 0.0)):
            self.returncode = numbers[1]
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            numbers = self._listen(2, timeout)
            if numbers is None:
                raise subprocess.TimeoutExpired("a process", timeout or 0.0)
            self.returncode = numbers[1]
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None and self._listen(1, 0.0) is None:
            # The template may still compile for minutes: whoever kills does not wait for it.
            self.returncode = -signal.SIGKILL
            threading.Thread(target=self._signal, args=(signal.SIGKILL,), daemon=True).start()
            return
        self.send_signal(signal.SIGKILL)

    def send_signal(self, sig: int, /) -> None:
        if self.poll() is None:
            self._signal(sig)

    def _signal(self, sig: int) -> None:
        """Send a signal as soon as the process is there, unless it has ended."""
        # The ID can be reused only after the template has waited for this process, which it reports
        # at once.
        pid = self.pid
        if pid > 0 and self._listen(2, 0.0) is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sig)


class _Template:
    """A process that forks itself on request, and ends when this one does."""

    def __init__(self, code: str, path: str, environment: Mapping[str, str]) -> None:
        self._socket, theirs = socket.socketpair()
        self._lock = threading.Lock()
        main = (
            f"{_PATH}\nfrom tilewright.system.platform.processes import make_copies; "
            "make_copies(sys.argv.pop(1))"
        )
        with theirs, sheltered():
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", main, path, code],
                stdin=theirs.fileno(),
                env=environment,
            )
        atexit.register(self._end)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def _end(self) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def copy(
        self,
        program: str,
        arguments: Sequence[str],
        stdin: int,
        pass_fds: Sequence[int],
        environment: Mapping[str, str],
    ) -> _Copy:
        pipe, theirs = os.pipe()
        copy = _Copy(pipe)
        try:
            numbers = [0, *filter(_is_open, (1, 2)), *pass_fds]
            request = json.dumps(
                [program, list(arguments), dict(environment), str(Path.cwd()), numbers]
            ).encode()
            with self._lock:
                socket.send_fds(
                    self._socket, [_LENGTH.pack(len(request))], [theirs, stdin, *numbers[1:]]
                )
                self._socket.sendall(request)
        finally:
            os.close(theirs)
        return copy


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


_templates: dict[Any, _Template] = {}
_templates_lock = threading.Lock()


def _template(code: str, path: str, environment: Mapping[str, str]) -> _Template:
    """Return the template for some code, started if there is none or it has died."""
    read = tuple(
        sorted(
            (name, value) for name, value in environment.items() if name.startswith(_READ_ON_IMPORT)
        )
    )
    # A fork of this process needs its own template.
    key = (os.getpid(), code, path, read)
    with _templates_lock:
        template = _templates.get(key)
        if template is None or not template.alive:
            template = _templates[key] = _Template(code, path, environment)
        return template


def make_copies(code: str) -> NoReturn:
    """Load what copies need, and fork on request (the main loop of a template)."""
    requests = socket.socket(fileno=os.dup(0))
    with _end_when_closed(requests):
        exec(code, {"__name__": "__main__"})
    gc.collect()
    gc.freeze()
    copies: dict[int, tuple[int, int]] = {}
    poll = select.poll()
    poll.register(requests, select.POLLIN)
    while True:
        for number, _ in poll.poll():
            if number == requests.fileno():
                head, files, _, _ = socket.recv_fds(requests, _LENGTH.size, _MOST_FILES)
                if not head:
                    os._exit(0)
                text = b""
                while len(text) < _LENGTH.unpack(head)[0]:
                    text += requests.recv(_LENGTH.unpack(head)[0] - len(text))
                pid = os.fork()
                if pid == 0:
                    for ours in (
                        requests.fileno(),
                        *copies,
                        *(pipe for _, pipe in copies.values()),
                    ):
                        os.close(ours)
                    _become(files, *json.loads(text))
                pipe = files[0]
                for ours in files[1:]:
                    os.close(ours)
                _report_number(pipe, pid)
                watched = os.pidfd_open(pid)
                poll.register(watched, select.POLLIN)
                copies[watched] = pid, pipe
            else:
                poll.unregister(number)
                os.close(number)
                pid, pipe = copies.pop(number)
                _report_number(pipe, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                os.close(pipe)


def _report_number(pipe: int, number: int) -> None:
    with contextlib.suppress(OSError):  # the reader is gone
        os.write(pipe, f"{number}\n".encode())


@contextlib.contextmanager
def _end_when_closed(requests: socket.socket) -> Any:
    """End this process if its parent ends while the body runs; no thread is left afterwards."""
    over, end = os.pipe()

    def watch() -> None:
        poll = select.poll()
        poll.register(requests, 0)
        poll.register(over, select.POLLIN)
        if (over, select.POLLIN) not in poll.poll():
            os._exit(0)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        os.write(end, b"\n")
        watching.join()
        os.close(over)
        os.close(end)


def _become(
    files: list[int],
    program: str,
    arguments: list[str],
    environment: dict[str, str],
    folder: str,
    numbers: list[int],
) -> NoReturn:
    """Become the requested process, in a fork; the first file is the report pipe of the
    template.
    """
    code = 1
    try:
        # Move them to free numbers first, so that none is overwritten.
        free = max(*files, *numbers) + 1
        moved = [
            os.dup2(file, free + place, inheritable=False) for place, file in enumerate(files[1:])
        ]
        for file in files:
            os.close(file)
        for closed in {1, 2} - set(numbers):
            os.close(closed)
        for number, file in zip(numbers, moved, strict=True):
            os.dup2(file, number)
            os.close(file)
        os.environ.clear()
        os.environ.update(environment)
        time.tzset()
        os.chdir(folder)
        sys.argv[1:] = arguments
        exec(program, {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        os._exit(code)
