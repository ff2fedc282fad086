"""The commands by name, and the loop around them: errors become one line and an exit code."""

from __future__ import annotations

import _thread
import importlib
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_type_hints

from cyclopts import (
    App,
    CycloptsError,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
    ValidationError,
)

from tilewright.arguments import is_unicode
from tilewright.cli.answers import drop_output, open_closed, say, tell
from tilewright.errors import TilewrightError, quoted
from tilewright.version import __version__

__all__ = ["COMMANDS", "make_app", "run"]

_HELP = """Find, count, color, draw, make and play exact polyomino tilings.

BOARD is rows x columns (6x10), with holes (8x8-3,3-3,4), 2^5, a drawing
('###/#.#'), a text file, '-' for standard input, or a named puzzle
(talos:tower-gates-5).

PIECES are sets (pentominoes), letters of a family (tetromino:IILSTTZ),
single pieces (L3, X5) or drawings ('##/.#'). L3=3 is three of them,
L3=1..4 one to four, L3+ any number."""

#: What holds for every option: no ``--no-…`` beside it, and its help says what it is when not given, where that is not plain.
_USUAL = Parameter(negative="", show_default=False)

#: Letters of a word in a message: of an argument, or a number.
_LONGEST = 200

_EPILOGUE = """Exit codes: 0 an answer, 1 there is no tiling, 2 the request is wrong,
3 stopped by a limit, 130 interrupted."""

#: Each command: its name, the function behind it, and its line in ``tilewright --help``.
COMMANDS = (
    ("solve", "solve:solve", "Find tilings: one, some, or all, also up to symmetry."),
    ("count", "count:count", "Count the tilings exactly, without listing any."),
    ("sample", "sample:sample", "Draw tilings at random, each equally likely."),
    ("nth", "sample:nth", "Show the tiling with a number."),
    ("rank", "sample:rank", "Tell the number of a tiling."),
    ("show", "show:show", "Show tilings of a table or another file."),
    ("runs", "runs:runs", "Tell how far a run over many processes is."),
    ("color", "color:color", "Color tilings with the fewest colors, and prove it."),
    ("golomb", "golomb:golomb", "Tile the 2^n x 2^n board without a cell by L-trominoes."),
    (
        "deficient",
        "golomb:deficient",
        "Tile a rectangle without a cell by L-trominoes, or say why not.",
    ),
    ("plane", "plane:plane", "Say whether a piece tiles the plane, and how."),
    (
        "rectangles",
        "rectangles:rectangles",
        "Find the rectangles of every size that a piece tiles.",
    ),
    ("make", "make:make", "Make puzzles with exactly one solution, and booklets of them."),
    ("grade", "grade:grade", "Say how hard a puzzle is for a person, and why."),
    ("print", "print:print_puzzles", "Print puzzles as sheets, worksheets and booklets, answers last."),
    ("play", "play:play", "Play in the browser: the gallery, or one puzzle."),
    ("cover", "cover:cover", "Solve any exact cover problem."),
    ("convert", "convert:convert", "Read and write the files of other programs."),
    ("pieces", "catalog:pieces", "Show a set of pieces with names and number of orientations."),
    ("puzzles", "catalog:puzzles", "List the named puzzles."),
    ("warm-up", "warm_up:warm_up", "Compile everything now, so that nothing has to wait later."),
)


def make_app(words: Sequence[str] = ()) -> App:
    """Return the application; its commands are imported when they are run or asked for help.

    Where `words`, the command line, name no command, each has its one line of help without being imported.
    """
    app = App(
        name="tilewright",
        help=_HELP,
        help_epilogue=_EPILOGUE,
        help_format="plaintext",
        version=__version__,
        default_parameter=_USUAL,
        # `run` says that it was interrupted; cyclopts would leave without a word.
        suppress_keyboard_interrupt=False,
    )
    named = [target for name, target, _ in COMMANDS if name in words]
    for name, target, line in COMMANDS:
        command: Any = _loaded(target) if target in named else f"tilewright.cli.{target}"
        app.command(command, name=name, **({} if named else {"help": line}))
    app.register_install_completion_command(name="--install-completion")
    return app


def _loaded(target: str) -> Callable[..., object]:
    """Return a command, with what its annotations name looked up: cyclopts would do it again and again."""
    module, _, name = target.partition(":")
    command: Callable[..., object] = getattr(importlib.import_module(f"tilewright.cli.{module}"), name)
    command.__annotations__ = get_type_hints(command, include_extras=True)
    return command


def run(arguments: Sequence[str], *, leave: Callable[[int], object] | None = None) -> int:
    """Run one command line."""
    fail = partial(_fail, as_json="--json" in arguments, leave=leave)
    open_closed()
    # Numbers of tilings, and those in messages, may be longer than Python writes by itself.
    longest = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    ignored = sys.unraisablehook
    sys.unraisablehook = partial(_interrupt_again, ignored)
    try:
        app = make_app(arguments)
        result = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return _ended(result if isinstance(result, int) else 0, leave)
    except MissingArgumentError as error:
        return fail("request", _missing(error), None, 2)
    except UnusedCliTokensError as error:
        return fail("request", _unused(error), None, 2)
    except ValidationError as error:
        where = None if error.argument is None else error.argument.name
        return fail("request", error.exception_message, where, 2)
    except CycloptsError as error:
        return fail("request", str(error), None, 2)
    except TilewrightError as error:
        message = f"{error.message}; {error.advice}" if error.advice else error.message
        return fail(error.kind, message, _place(error.where, arguments), error.exit_code)
    except UnicodeEncodeError as error:
        # A word of the command line, or of a file, that is printed as it was given; or a terminal that is not of UTF-8.
        odd = error.object[error.start : error.end]
        if is_unicode(odd):
            message = (
                f"cannot write {quoted(odd)} in the encoding {error.encoding}; try PYTHONIOENCODING=utf-8"
            )
        else:
            message = f"text must be valid Unicode, got {quoted(odd)}"
        return fail("request", message, None, 2)
    except KeyboardInterrupt:
        return fail("interrupted", "interrupted", None, 130)
    except MemoryError:
        return fail("memory", "there is not enough memory for this", None, 3)
    except (BrokenPipeError, SystemExit):
        # Where the pipe breaks that takes the help, rich leaves; nothing else of the command does.
        drop_output()
        return 141
    except OSError as error:
        # What has to do with files is caught where it is known which; what has no name is standard output.
        if error.filename is not None:
            return fail("output", f"cannot use the file: {error.strerror}", str(error.filename), 2)
        drop_output()
        return fail("output", f"cannot write to standard output: {error.strerror}", None, 2)
    except Exception:
        # A defect of tilewright. It must not look like 1, which stands for a proof.
        tell(traceback.format_exc())
        return 70
    finally:
        sys.unraisablehook = ignored
        sys.set_int_max_str_digits(longest)


def _interrupt_again(ignored: Callable[[Any], object], lost: Any) -> None:
    """Send an interrupt once more that fell into what cannot pass it on, such as a call back from LLVM."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        ignored(lost)
        return
    number = signal.Signals(getattr(lost.exc_type, "signal", signal.SIGINT))
    # Not from here, where it would be lost again. A `threading.Timer` would be waited for here until it has started.
    _thread.start_new_thread(_interrupt_soon, (number,))


def _interrupt_soon(number: signal.Signals) -> None:
    time.sleep(0.2)
    _thread.interrupt_main(number)


def _missing(error: MissingArgumentError) -> str:
    """Say what is missing: an argument of the command, or the value of an option."""
    argument = error.argument
    if argument is None:
        return str(error)
    if argument.field_info.is_keyword_only:
        return f"{argument.name} needs a value"
    command = " ".join(["tilewright", *(error.command_chain or ())])
    return f"{argument.name.lstrip('-').upper()} is missing; '{command} --help' tells more"


def _unused(error: UnusedCliTokensError) -> str:
    """Say which words are too many."""
    words = " ".join(error.unused_tokens or ())
    command = " ".join(["tilewright", *(error.command_chain or ())])
    return f"'{words}' is too much: '{command} --help' says what can stand here, and which options there are"


def _place(where: str | None, arguments: Sequence[str]) -> str | None:
    """Return where the error is: what is an argument of the library is an option of the command."""
    option = f"--{where}"
    given = {word.partition("=")[0] for word in arguments}
    return option if option in given else where


def _fail(
    kind: str,
    message: str,
    where: str | None,
    code: int,
    *,
    as_json: bool,
    leave: Callable[[int], object] | None,
) -> int:
    """Print what is wrong on standard error, one line, or an object under ``--json``; return the exit code, or leave with it."""
    line = " ".join(map(_readable, message.split()))
    if as_json:
        import json

        say(json.dumps({"error": {"kind": kind, "message": line, "where": where}}))
    else:
        place = f"{where}: " if where else ""
        say(f"tilewright: {place}{line}")
    return _ended(code, leave)


def _ended(code: int, leave: Callable[[int], object] | None) -> int:
    if leave is not None:
        leave(code)
    return code


def _readable(word: str) -> str:
    """Return a word of a message as it can be shown: nothing that moves the cursor, nothing endless."""
    shown = word if len(word) <= _LONGEST else f"{word[:_LONGEST]}…"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in shown)
