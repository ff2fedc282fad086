"""The commands by name, and the loop around them: errors become one line and an exit code."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence

from cyclopts import App, CycloptsError, MissingArgumentError, UnusedCliTokensError

from tilewright import __version__
from tilewright.errors import TilewrightError

__all__ = ["COMMANDS", "make_app", "run"]

_HELP = """Find, count, color, draw, make and play exact polyomino tilings.

BOARD is rows x columns (6x10), with holes (8x8-3,3-3,4), 2^5, a drawing
('###/#.#'), a text file, '-' for standard input, or a named puzzle
(talos:tower-gates-5).

PIECES are sets (pentominoes), letters of a family (tetromino:IILSTTZ),
single pieces (L3, X5) or drawings ('##/.#'). L3=3 is three of them,
L3=1..4 one to four, L3+ any number."""

_EPILOGUE = """Exit codes: 0 an answer, 1 there is no tiling, 2 the request is wrong,
3 stopped by a limit, 130 interrupted."""

#: Each command: its name, the function behind it, and its line in ``tilewright --help``.
COMMANDS = (
    ("solve", "solve:solve", "Find tilings: one, some, or all, also up to symmetry."),
    ("count", "count:count", "Count the tilings exactly, without listing any."),
    ("sample", "sample:sample", "Draw tilings at random, each equally likely."),
    ("nth", "sample:nth", "Show the tiling with a number."),
    ("rank", "sample:rank", "Tell the number of a tiling."),
    ("color", "color:color", "Color tilings with the fewest colors, and prove it."),
    ("golomb", "golomb:golomb", "Tile the 2^n x 2^n board without a cell by L-trominoes."),
    ("deficient", "deficient:deficient", "Tile a rectangle without a cell by L-trominoes, or say why not."),
    ("make", "make:make", "Make puzzles with exactly one solution, and booklets of them."),
    ("play", "play:play", "Play in the browser: the gallery, or one puzzle."),
    ("pieces", "pieces:pieces", "Show a set of pieces with names and number of orientations."),
    ("puzzles", "puzzles:puzzles", "List the named puzzles."),
)


def make_app(*, lines: bool = False) -> App:
    """Return the application; its commands are imported when they are run or asked for help.

    Parameters
    ----------
    lines : bool
        Give each command its one line of help, for the list of commands, without importing it.
    """
    app = App(
        name="tilewright",
        help=_HELP,
        help_epilogue=_EPILOGUE,
        help_format="plaintext",
        version=__version__,
        # `run` says that it was interrupted; cyclopts would leave without a word.
        suppress_keyboard_interrupt=False,
    )
    for name, target, line in COMMANDS:
        app.command(f"tilewright.cli.{target}", name=name, **({"help": line} if lines else {}))
    app.register_install_completion_command(name="--install-completion")
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line.

    Parameters
    ----------
    arguments : sequence of str
        What follows the name of the command.

    Returns
    -------
    int
        The exit code: 0 an answer, 1 there is no tiling, 2 the request is wrong, 3 stopped by a
        limit, 130 interrupted.
    """
    as_json = "--json" in arguments
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    try:
        app = make_app(lines=not any(word in arguments for word, *_ in COMMANDS))
        result = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except MissingArgumentError as error:
        return _fail("request", _missing(error), None, 2, as_json)
    except UnusedCliTokensError as error:
        return _fail("request", _unused(error), None, 2, as_json)
    except CycloptsError as error:
        return _fail("request", str(error), None, 2, as_json)
    except TilewrightError as error:
        return _fail(error.kind, error.message, _place(error.where, arguments), error.exit_code, as_json)
    except KeyboardInterrupt:
        return _fail("interrupted", "interrupted", None, 130, as_json)
    except MemoryError:
        return _fail("memory", "there is not enough memory for this", None, 3, as_json)
    except BrokenPipeError:
        _drop_output()
        return 141
    except OSError as error:
        # What has to do with files is caught where it is known which; this is standard output.
        _drop_output()
        return _fail("output", f"cannot write to standard output: {error.strerror}", None, 2, as_json)
    except Exception:
        # A defect of tilewright. It must not look like 1, which stands for a proof.
        traceback.print_exc()
        return 70


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


def _drop_output() -> None:
    """Forget what standard output still holds: Python would complain once more when it flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(kind: str, message: str, where: str | None, code: int, as_json: bool) -> int:
    """Print what is wrong on standard error: one line, or an object under ``--json``."""
    line = " ".join(message.split())
    if as_json:
        import json

        print(json.dumps({"error": {"kind": kind, "message": line, "where": where}}), file=sys.stderr)
    else:
        place = f"{where}: " if where else ""
        print(f"tilewright: {place}{line}", file=sys.stderr)
    return code
