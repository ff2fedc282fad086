"""How a command line is run: every error is one line and an exit code."""

from __future__ import annotations

import _thread
import contextlib
import shutil
import signal
import stat
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from tilewright.apps.command.answers import Exit, drop_output, note, open_closed, write_error
from tilewright.apps.command.commands import COMMANDS, overview
from tilewright.apps.command.mistakes import check_names, put_command_first, typed
from tilewright.errors import TilewrightError, quoted
from tilewright.system.values.arguments import is_unicode

#: Options that name a file to write.
_OUTPUTS = ("-o", "--out", "--bfile")
#: Longest word of a message that is shown whole.
_LONGEST = 200

#: The options that have another name than the argument of the library; all others have the same.
OTHER_NAMES = {
    "cell": ("tile-at",),
    "format": ("from", "to"),
    "sides": ("max-width",),
    "effort": ("search",),
    "rules": ("rule",),
    "by_wrap": ("rule",),
}


def run(arguments: Sequence[str], *, leave: Callable[[int], object] | None = None) -> int:
    """Run one command line."""
    arguments = put_command_first(arguments, [name for name, *_ in COMMANDS])
    typed.set(tuple(arguments))
    fail = partial(_print_failure, as_json="--json" in arguments, leave=leave)
    open_closed()
    # Counts may be longer than Python prints by default.
    longest = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    ignored = sys.unraisablehook
    sys.unraisablehook = partial(_interrupt_again, ignored)
    try:
        names = [name for name, *_ in COMMANDS]
        check_names(arguments, names)
        if arguments in ([], ["--help"], ["-h"]):
            # Without the parser, which takes longer to load than this to print.
            print(overview())
            result: object = 0
        else:
            from tilewright.apps.command.parser import call

            with _saved_pipes(arguments) as words:
                result = call(words)
        sys.stdout.flush()
        return _leave(result if isinstance(result, int) else 0, leave)
    except Exit as ending:
        return _leave(ending.code, leave)
    except TilewrightError as error:
        # The place says already which option it is.
        message = error.message.removeprefix(f"`{error.where}` ")
        message = f"{message}; {error.advice}" if error.advice else message
        return fail(error.kind, message, _find_place(error.where, arguments), error.exit_code)
    except UnicodeEncodeError as error:
        # Text from the command line or a file, or a terminal that is not UTF-8.
        odd = error.object[error.start : error.end]
        if is_unicode(odd):
            message = (
                f"cannot write {quoted(odd)} in the encoding {error.encoding}; try "
                "PYTHONIOENCODING=utf-8"
            )
        else:
            message = f"text must be valid Unicode, got {quoted(odd)}"
        return fail("request", message, None, 2)
    except KeyboardInterrupt:
        return fail("interrupted", "interrupted", None, 130)
    except MemoryError:
        return fail("memory", "not enough memory", None, 3)
    except (BrokenPipeError, SystemExit):
        # rich exits if the pipe that reads the help breaks; nothing else here calls exit.
        drop_output()
        return 141
    except OSError as error:
        # Errors of files are caught where the file is known; one without a name is standard output.
        if error.filename is not None:
            return fail("output", f"cannot use the file: {error.strerror}", str(error.filename), 2)
        drop_output()
        return fail("output", f"cannot write to standard output: {error.strerror}", None, 2)
    except Exception as error:
        from tilewright.kernels.library import KernelError

        if isinstance(error, KernelError):
            return fail("kernels", str(error), None, 70)
        # A bug in tilewright. The code must not be 1, which means proven.
        write_error(traceback.format_exc())
        return 70
    finally:
        sys.unraisablehook = ignored
        sys.set_int_max_str_digits(longest)


def run_confined() -> None:
    """Run a command line for somebody else, such as a player of a shared page: with little memory,
    and without files.

    The arguments are the number of bytes that it may use, and the command line.
    `tilewright.apps.site.serving` runs this in a process of its own, which ends with the one that
    holds its standard input.
    """
    import tilewright
    from tilewright.kernels.library import build_folder
    from tilewright.system.platform.machine import FILES
    from tilewright.system.platform.pipes import end_with
    from tilewright.system.platform.quota import forbid_files, limit_memory

    end_with(sys.stdin.buffer)
    limit_memory(int(sys.argv[1]))
    build = build_folder()
    # Python itself, what is imported, the compiled kernels, and what the system says about memory.
    code = [
        sys.prefix,
        sys.base_prefix,
        *filter(None, sys.path),
        str(Path(tilewright.__file__).parent),
    ]
    forbid_files([*code, *([] if build is None else [build]), *FILES])
    sys.exit(run(sys.argv[2:]))


@contextlib.contextmanager
def _saved_pipes(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield a command line with a file in place of each pipe that it reads."""
    pipes = [
        word
        for before, word in pairwise(["", *words])
        if "/" in word and before not in _OUTPUTS and _is_pipe(word)
    ]
    if not pipes:
        yield [*words]
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        files = {word: str(Path(folder, Path(word).name)) for word in pipes}
        for word, file in files.items():
            with Path(word).open("rb") as pipe, Path(file).open("wb") as copy:
                shutil.copyfileobj(pipe, copy)
        try:
            yield [files.get(word, word) for word in words]
        except TilewrightError as error:
            for word, file in files.items():
                error.where = error.where and error.where.replace(file, word)
            raise


def _is_pipe(word: str) -> bool:
    try:
        return stat.S_ISFIFO(Path(word).stat().st_mode)
    except (OSError, ValueError):
        return False


def _interrupt_again(ignored: Callable[[Any], object], lost: Any) -> None:
    """Send an interrupt again if it was lost where it cannot be raised, as in LLVM."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        ignored(lost)
        return
    number = signal.Signals(getattr(lost.exc_type, "signal", signal.SIGINT))
    # Not from here, where it would be lost again; starting a `threading.Timer` would block.
    _thread.start_new_thread(_interrupt_soon, (number,))


def _interrupt_soon(number: signal.Signals) -> None:
    time.sleep(0.2)
    _thread.interrupt_main(number)


def _find_place(where: str | None, arguments: Sequence[str]) -> str | None:
    """Return the place of an error, as an option if it is an argument of the library."""
    names_typed = {word.partition("=")[0] for word in arguments}
    names = [] if where is None else [where.replace("_", "-"), *OTHER_NAMES.get(where, ())]
    return next((f"--{name}" for name in names if f"--{name}" in names_typed), where)


def _print_failure(
    kind: str,
    message: str,
    where: str | None,
    code: int,
    *,
    as_json: bool,
    leave: Callable[[int], object] | None,
) -> int:
    """Print an error, as a line or as JSON; return the exit code or exit with it."""
    line = " ".join(map(_make_readable, message.split()))
    if as_json:
        import json

        note(json.dumps({"error": {"kind": kind, "message": line, "where": where}}))
    else:
        place = f"{where}: " if where else ""
        note(f"tilewright: {place}{line}")
    return _leave(code, leave)


def _leave(code: int, leave: Callable[[int], object] | None) -> int:
    if leave is not None:
        leave(code)
    return code


def _make_readable(word: str) -> str:
    """Return a word of a message without control characters, shortened if it is very long."""
    shown = word if len(word) <= _LONGEST else f"{word[:_LONGEST]}…"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in shown)
