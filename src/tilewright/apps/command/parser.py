"""The parser of the command line."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import pairwise, takewhile
from types import NoneType
from typing import Any, get_args, get_type_hints

from cyclopts import (
    App,
    Argument,
    CoercionError,
    CycloptsError,
    Group,
    MissingArgumentError,
    Parameter,
    UnusedCliTokensError,
    ValidationError,
)

from tilewright.apps.command.commands import COMMANDS, EPILOGUE, GROUPS, HELP, USAGE
from tilewright.apps.command.options import ARGUMENTS, FIND, check_moved, check_options, find_idea
from tilewright.errors import RequestError, quoted
from tilewright.version import __version__

#: Words that cyclopts reads as None.
_NONE = ("none", "null")
#: The options that may stand without a value, their values, and what they mean alone.
_ALONE = {"--unique": ("rotations", "symmetries")}
#: A command whose options of these names have no value.
_WITHOUT = "show"

#: All options: without ``--no-…``, and their help says the default where it is not obvious.
_USUAL = Parameter(negative="", show_default=False)


def call(arguments: Sequence[str]) -> object:
    """Run the command of a command line and return what it returns, or raise what is wrong with the
    line as a RequestError.
    """
    commands = [name for name, *_ in COMMANDS]
    if arguments and arguments[0] not in commands:
        check_moved(arguments[0])
    check_options(arguments, commands)
    app = make_app(arguments)
    if arguments and not arguments[0].startswith("-") and arguments[0] not in app:
        # With --help, cyclopts would show the help of all commands.
        arguments = arguments[:1]
    try:
        return _call(app, arguments)
    except RequestError as error:
        # Some commands take words with hyphens, such as a board on standard input, and so also
        # wrong options.
        name = next((word for word in arguments if word in app), None)
        option = None if name is None else _unknown_option(app, name, arguments)
        if name is None or option is None or error.where == option:
            raise
        raise RequestError(unknown_option_message(name, option)) from None


def _call(app: App, arguments: Sequence[str]) -> object:
    """Run a command line, and raise what is wrong with it as a RequestError."""
    if any(word.lower().rpartition("=")[2] in _NONE for word in arguments):
        _check_none(app, arguments)
    try:
        return app(
            _complete(arguments),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except MissingArgumentError as error:
        raise RequestError(_missing_message(error)) from None
    except UnusedCliTokensError as error:
        raise RequestError(_unexpected_message(error)) from None
    except ValidationError as error:
        where = None if error.argument is None else error.argument.name
        raise RequestError(error.exception_message, where=where) from None
    except CoercionError as error:
        if (correct := _correct_case(error, arguments)) is not None:
            return _call(app, correct)
        # What a converter of this project says comes without the place.
        if (
            isinstance(error.msg, str)
            and error.token is not None
            and error.token.keyword is not None
        ):
            raise RequestError(error.msg, where=error.token.keyword) from None
        raise RequestError(str(error)) from None
    except CycloptsError as error:
        raise RequestError(str(error)) from None


def _complete(arguments: Sequence[str]) -> list[str]:
    """Return a command line in which every option with an optional value has one."""
    words: list[str] = []
    for word, following in pairwise([*arguments, ""]):
        words.append(word)
        if word in _ALONE and _WITHOUT not in arguments[:1] and following not in _ALONE[word]:
            words.append(_ALONE[word][-1])
    return words


def _correct_case(error: CoercionError, arguments: Sequence[str]) -> list[str] | None:
    """Return a command line with a choice in its own case, such as A4 for a4."""
    if error.token is None or error.argument is None or error.token.keyword is None:
        return None
    hint, given = error.argument.hint, error.token.value
    choices = [value for part in (hint, *get_args(hint)) for value in get_args(part)]
    choice = next((value for value in choices if str(value).lower() == given.lower()), None)
    if choice is None or choice == given:
        return None
    option = error.token.keyword
    words = [f"{option}={choice}" if word == f"{option}={given}" else word for word in arguments]
    for place, (before, word) in enumerate(pairwise(arguments), 1):
        if before == option and word == given:
            words[place] = str(choice)
    return words if words != [*arguments] else None


def _options(app: App, name: str) -> dict[str, Argument]:
    """Return the arguments of a command by each of their names."""
    return {
        word: argument
        for argument in app[name].assemble_argument_collection()
        if argument.parse
        for word in argument.names
    }


def _unknown_option(app: App, name: str, arguments: Sequence[str]) -> str | None:
    """Return the first word of a command line that is an option which the command has not."""
    known = {*_options(app, name), "--help", "-h", "--version"}
    words = takewhile(lambda word: word != "--", arguments)
    options = (word.partition("=")[0] for word in words if re.match(r"--[A-Za-z]|-[A-Za-z]$", word))
    return next((option for option in options if option not in known), None)


def unknown_option_message(name: str, option: str) -> str:
    """Say that a command has no such option, and what may be meant: by what it means, or by a slip
    of the finger.
    """
    message = f"unknown option {quoted(option)}"
    ending = f"; see `tilewright {name} --help`"
    app = make_app([command for command, *_ in COMMANDS])
    having = [command for command, *_ in COMMANDS if option in _options(app, command)]
    known = [word for word in _options(app, name) if word.startswith("--")]
    plain = [word[2:] for word in known]
    if len(option) == 2:
        near = [word for word in plain if word[0] == option[1]][:3]
    else:
        close = get_close_matches(option[2:], plain, 3, 0.8)
        near = [word for word in close if word[0] == option[2]][:1]
    if near:
        return f"{message}; did you mean {' or '.join(f'--{word}' for word in near)}?"
    if idea := find_idea(name, option, known):
        return f"{message}; {idea}{ending}"
    if having:
        *others, last = [f"`{command}`" for command in having[:3]]
        commands = f"{', '.join(others)} and {last}" if others else last
        return f"{message}; it is an option of {commands}, but not of `{name}`{ending}"
    return f"{message}{ending}"


def _check_none(app: App, arguments: Sequence[str]) -> None:
    """Raise for an option with the value none or null, which cyclopts takes for the default."""
    name = next((word for word in arguments if word in app), None)
    known = {} if name is None else _options(app, name)
    words = [
        part
        for word in arguments
        for part in (word.split("=", 1) if word.startswith("--") else [word])
    ]
    for option, value in pairwise(words):
        argument = known.get(option)
        if argument is not None and value.lower() in _NONE and NoneType in get_args(argument.hint):
            raise RequestError(
                f"{quoted(value)} is not a valid value; remove the option, or see `tilewright "
                f"{name} --help`",
                where=option,
            )


def make_app(words: Sequence[str] = ()) -> App:
    """Return the application; commands are imported when they run or show their help.

    If `words`, the command line, names no command, none is imported.
    """
    app = App(
        name="tilewright",
        help=HELP,
        help_epilogue=EPILOGUE,
        help_format="plaintext",
        help_formatter=_print_help,
        usage=USAGE,
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
            command: Any = _load_command(target) if named else f"tilewright.apps.command.{target}"
            usage = f"Usage: tilewright {name} {arguments} [OPTIONS]".replace("  ", " ")
            more = {"help": _flowing(command.__doc__ or "") if named else line}
            app.command(command, name=name, group=group, usage=usage, **more)
    if not any(name in words for name, *_ in COMMANDS):
        app.register_install_completion_command(name="--install-completion")
    return app


def _flowing(text: str) -> str:
    """Return the description in a docstring, each paragraph in one line, as the help breaks lines
    itself; examples keep theirs.
    """
    described = inspect.cleandoc(text).partition("\nParameters\n---")[0].strip()
    paragraphs = described.split("\n\n")
    return "\n\n".join(
        part if part.startswith(" ") else " ".join(part.split()) for part in paragraphs
    )


def _print_help(console: Any, options: Any, panel: Any) -> None:
    """Print a panel of the help. The lines of a docstring flow: cyclopts would keep its breaks."""
    from cyclopts.help import DefaultFormatter
    from rich.text import Text

    for entry in panel.entries:
        shown = getattr(entry.description, "primary_renderable", None)
        if isinstance(shown, Text):
            shown.plain = re.sub(r"\s*\n\s*", " ", shown.plain)
    DefaultFormatter()(console, options, panel)


#: The panel of options without a command.
_OTHER = Group("Other", sort_key=len(GROUPS))


def _load_command(target: str) -> Callable[..., object]:
    """Import a command and resolve its annotations once; cyclopts would do it many times."""
    module, _, name = target.partition(":")
    command: Callable[..., object] = getattr(
        importlib.import_module(f"tilewright.apps.command.{module}"), name
    )
    command.__annotations__ = get_type_hints(command, include_extras=True)
    return command


def _missing_message(error: MissingArgumentError) -> str:
    """Return the message about a missing argument or a missing value of an option."""
    argument = error.argument
    if argument is None:
        return str(error)
    if argument.field_info.is_keyword_only:
        return f"{argument.name} needs a value"
    command = " ".join(["tilewright", *(error.command_chain or ())])
    return f"{argument.name.lstrip('-').upper()} is missing; see `{command} --help`"


def _unexpected_message(error: UnusedCliTokensError) -> str:
    """Return the message about unexpected words."""
    words = list(error.unused_tokens or ())
    chain = error.command_chain or ()
    command = " ".join(["tilewright", *chain])
    if words and words[0].startswith("-"):
        return f"unknown option {quoted(words[0])}; see `{command} --help`"
    return f"unexpected argument {quoted(' '.join(words))}; see `{command} --help`"
