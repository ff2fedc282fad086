"""The commands by name, and how a command line is run: every error is one line and an exit code."""

from __future__ import annotations

import _thread
import importlib
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, get_type_hints

from cyclopts import (
    App,
    CycloptsError,
    Group,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
    ValidationError,
)

from tilewright.arguments import is_unicode
from tilewright.cli.answers import drop_output, open_closed, say, tell
from tilewright.cli.panels import ARGUMENTS, FIND
from tilewright.cli.renamed import check_names
from tilewright.errors import TilewrightError, quoted
from tilewright.version import __version__

__all__ = ["COMMANDS", "GROUPS", "Command", "make_app", "run"]

_HELP = """Find, count, color, draw, make and play exact polyomino tilings.

BOARD is rows x columns (6x10), a board with holes (8x8-3,3-3,4), 2^5, a drawing
('###/#.#'), a text file, '-' for standard input, or a named puzzle
(talos:tower-gates-5), which includes its pieces.

PIECES are sets (pentominoes), letters of a family (tetromino:IILSTTZ), single
pieces (L3, X5) or drawings ('##/.#'). A piece is used at most once; L3=3 uses
three, L3=1..4 one to four, L3+ any number.

For example:

  tilewright solve 6x10 pentominoes
  tilewright count 9x12 trominoes+
  tilewright color 6x10 pentominoes
  tilewright play"""

#: All options: without ``--no-…``, and their help says the default where it is not obvious.
_USUAL = Parameter(negative="", show_default=False)

#: Longest word of a message that is shown whole.
_LONGEST = 200

_EPILOGUE = """Exit codes: 0 answered, 1 proven that there is none, 2 invalid request,
3 stopped by a limit, 130 interrupted."""


class Command(NamedTuple):
    """A command: its name, the function behind it, its arguments, and its line in ``tilewright --help``."""

    name: str
    target: str
    arguments: str
    line: str


#: The commands in the groups and the order of ``tilewright --help``.
GROUPS = {
    "Find and count": (
        Command("solve", "solve:solve", "BOARD [PIECES...]", "Find tilings: one, some or all."),
        Command("count", "count:count", "BOARD [PIECES...]", "Count the tilings exactly."),
        Command("sample", "sample:sample", "BOARD [PIECES...]", "Draw random tilings, all equally likely."),
        Command("nth", "sample:nth", "BOARD [PIECES...] NUMBER", "Show the tiling with a given number."),
        Command("rank", "sample:rank", "BOARD [PIECES...]", "Print the number of a tiling."),
        Command("color", "color:color", "BOARD|FILE [PIECES...]", "Color tilings with the fewest colors."),
        Command("cover", "cover:cover", "FILE", "Solve any exact cover problem."),
    ),
    "Draw and print": (
        Command("show", "show:show", "FILE [NUMBERS...]", "Show the tilings in a file or a table."),
        Command("pieces", "catalog:pieces", "[PIECES...]", "Show pieces and their names."),
        Command("print", "print:print_puzzles", "PUZZLE... -o FILE", "Print puzzles as sheets and booklets."),
    ),
    "Make and play": (
        Command("puzzles", "catalog:puzzles", "[MATCH]", "List the named puzzles."),
        Command("make", "make:make", "KIND [BOARD]", "Make puzzles that have exactly one solution."),
        Command("grade", "grade:grade", "PUZZLE", "Grade how hard a puzzle is for a person."),
        Command("play", "play:play", "[PUZZLE]", "Play puzzles in the browser."),
    ),
    "Theorems": (
        Command(
            "golomb", "golomb:golomb", "N", "Tile a 2^N x 2^N board that lacks one cell with L-trominoes."
        ),
        Command(
            "deficient",
            "golomb:deficient",
            "BOARD",
            "Tile a rectangle that lacks one cell with L-trominoes.",
        ),
    ),
    "The plane and rectangles": (
        Command("plane", "plane:plane", "PIECE...", "Decide whether a piece tiles the plane."),
        Command("rectangles", "rectangles:rectangles", "PIECE...", "Find all rectangles that a piece tiles."),
    ),
    "Files and runs": (
        Command("convert", "convert:convert", "SOURCE [PIECES...]", "Convert files of other programs."),
        Command("verify", "verify:verify", "FILE", "Verify a certificate, a tiling or a table."),
        Command("runs", "runs:runs", "FOLDER", "Show the progress of a run."),
        Command(
            "warm-up", "warm_up:warm_up", "", "Compile everything now, so that later commands start faster."
        ),
    ),
}
COMMANDS = tuple(command for commands in GROUPS.values() for command in commands)


#: Options whose names are not those of the arguments of the library.
_OPTIONS = {
    "scan": ("direction",),
    "modulus": ("mod", "color-cells"),
    "numbers": ("sizes",),
    "tiles": ("max-tiles",),
    "coronas": ("max-coronas",),
    "widths": ("max-width",),
    "width": ("max-pixels",),
    "finest": ("min-pixels",),
}


def make_app(words: Sequence[str] = ()) -> App:
    """Return the application; commands are imported when they run or show their help.

    If `words`, the command line, names no command, none is imported.
    """
    app = App(
        name="tilewright",
        help=_HELP,
        help_epilogue=_EPILOGUE,
        help_format="plaintext",
        usage="Usage: tilewright COMMAND [ARGUMENTS] [OPTIONS]",
        version=__version__,
        default_parameter=_USUAL,
        group_arguments=ARGUMENTS,
        group_parameters=FIND,
        group_commands=_OTHER,
        # `run` reports an interrupt; cyclopts would exit silently.
        suppress_keyboard_interrupt=False,
    )
    for place, (title, commands) in enumerate(GROUPS.items()):
        group = Group(title, sort_key=place)
        for name, target, arguments, line in commands:
            named = name in words
            command: Any = _loaded(target) if named else f"tilewright.cli.{target}"
            usage = f"Usage: tilewright {name} {arguments} [OPTIONS]".replace("  ", " ")
            more = {} if named else {"help": line}
            app.command(command, name=name, group=group, usage=usage, **more)
    app.register_install_completion_command(name="--install-completion")
    return app


#: The panel of options without a command.
_OTHER = Group("Other", sort_key=len(GROUPS))


def _loaded(target: str) -> Callable[..., object]:
    """Import a command and resolve its annotations once; cyclopts would do it many times."""
    module, _, name = target.partition(":")
    command: Callable[..., object] = getattr(importlib.import_module(f"tilewright.cli.{module}"), name)
    command.__annotations__ = get_type_hints(command, include_extras=True)
    return command


def run(arguments: Sequence[str], *, leave: Callable[[int], object] | None = None) -> int:
    """Run one command line."""
    fail = partial(_fail, as_json="--json" in arguments, leave=leave)
    open_closed()
    # Counts may be longer than Python prints by default.
    longest = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    ignored = sys.unraisablehook
    sys.unraisablehook = partial(_interrupt_again, ignored)
    try:
        check_names(arguments, [name for name, *_ in COMMANDS])
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
        # Text from the command line or a file, or a terminal that is not UTF-8.
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
    except Exception:
        # A bug in tilewright. The code must not be 1, which means proven.
        tell(traceback.format_exc())
        return 70
    finally:
        sys.unraisablehook = ignored
        sys.set_int_max_str_digits(longest)


def _interrupt_again(ignored: Callable[[Any], object], lost: Any) -> None:
    """Send an interrupt again if it was lost where it cannot be raised, such as in a callback from LLVM."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        ignored(lost)
        return
    number = signal.Signals(getattr(lost.exc_type, "signal", signal.SIGINT))
    # Not from here, where it would be lost again; starting a `threading.Timer` would block.
    _thread.start_new_thread(_interrupt_soon, (number,))


def _interrupt_soon(number: signal.Signals) -> None:
    time.sleep(0.2)
    _thread.interrupt_main(number)


def _missing(error: MissingArgumentError) -> str:
    """Return the message about a missing argument or a missing value of an option."""
    argument = error.argument
    if argument is None:
        return str(error)
    if argument.field_info.is_keyword_only:
        return f"{argument.name} needs a value"
    command = " ".join(["tilewright", *(error.command_chain or ())])
    return f"{argument.name.lstrip('-').upper()} is missing; see `{command} --help`"


def _unused(error: UnusedCliTokensError) -> str:
    """Return the message about unexpected words."""
    words = list(error.unused_tokens or ())
    command = " ".join(["tilewright", *(error.command_chain or ())])
    if words and words[0].startswith("-"):
        return f"unknown option {quoted(words[0])}; see `{command} --help`"
    return f"unexpected argument {quoted(' '.join(words))}; see `{command} --help`"


def _place(where: str | None, arguments: Sequence[str]) -> str | None:
    """Return the place of an error, as an option if it is an argument of the library."""
    given = {word.partition("=")[0] for word in arguments}
    names = [] if where is None else [where.replace("_", "-"), *_OPTIONS.get(where, ())]
    return next((f"--{name}" for name in names if f"--{name}" in given), where)


def _fail(
    kind: str,
    message: str,
    where: str | None,
    code: int,
    *,
    as_json: bool,
    leave: Callable[[int], object] | None,
) -> int:
    """Print an error on standard error, as one line or as JSON; return the exit code or exit with it."""
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
    """Return a word of a message without control characters, shortened if it is very long."""
    shown = word if len(word) <= _LONGEST else f"{word[:_LONGEST]}…"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in shown)
