"""What the tests of the public surface compare: signatures as text, and answers without what
changes from run to run.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import io
import json
import re
import shlex
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import tilewright
from tilewright.apps.command import run

HERE = Path(__file__).parent

#: Keys whose values are measured, and so differ from run to run.
MEASURED = {"seconds", "nodes", "bytes", "parts", "memory", "threads"}
#: Keys whose values are sentences for people. That they are there is public, their wording is not.
SENTENCES = {
    "because",
    "instructions",
    "lost",
    "message",
    "note",
    "notes",
    "reason",
    "reasons",
    "text",
    "title",
    "why",
    "words",
    "where",
}
#: Longer answers are kept as a digest, with the names and types of their keys.
LONGEST = 400


@dataclass(frozen=True)
class Answer:
    """The exit code of a command and what it printed as JSON, comparable from run to run."""

    command: str
    code: int
    answer: Any

    def line(self) -> str:
        """Return the answer as one line of JSON."""
        return json.dumps(
            {"command": self.command, "exit": self.code, "answer": self.answer}, ensure_ascii=False
        )


def commands() -> list[str]:
    """Return the command lines of `commands.txt`."""
    lines = (HERE / "commands.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def answer(command: str) -> Answer:
    """Run a command in this process, in the current folder, and return its exit code and JSON."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with mock.patch.multiple("sys", stdin=io.StringIO(), stdout=out, stderr=err):
        code = run([*shlex.split(command), "--json"])
    # Errors are on standard error.
    lines = _written(out).splitlines() or _written(err).splitlines()[-1:]
    return Answer(command, code, _shortened([_stable(json.loads(line)) for line in lines]))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


def _stable(value: Any) -> Any:
    """Replace what is measured and what is a sentence by the name of its type."""
    if isinstance(value, dict):
        return {
            key: _kind(each)
            if key in MEASURED or (key in SENTENCES and _is_sentence(each))
            else _stable(each)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_stable(each) for each in value]
    return value


def _is_sentence(value: Any) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


def _kind(value: Any) -> str:
    return "null" if value is None else f"<{type(value).__name__}>"


def _shortened(values: list[Any]) -> Any:
    """Return JSON values as they are, or the types of their keys and a digest if they are long."""
    whole = values[0] if len(values) == 1 else values
    text = json.dumps(whole, ensure_ascii=False)
    if len(text) <= LONGEST:
        return whole
    return {"keys": _keys(whole), "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _keys(value: Any) -> Any:
    """Return the structure of a JSON value: keys with types, lists by the structures of their
    elements.
    """
    if isinstance(value, dict):
        kinds = {key: _keys(each) for key, each in value.items()}
        # Names of pieces and numbers as keys are data.
        return kinds if len(kinds) <= 40 else {"…": kinds[next(iter(kinds))]}
    if isinstance(value, list):
        kinds = sorted({json.dumps(_keys(each)) for each in value})
        return [json.loads(kind) for kind in kinds]
    return value if isinstance(value, str) and value.startswith("<") else type(value).__name__


def surface() -> Iterator[str]:
    """Yield a line for each public name of the library: functions and methods with their
    signatures, constants with their types.
    """
    for name in sorted(tilewright.__all__):
        yield from _described(name, getattr(tilewright, name))


def _described(name: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
        yield f"class {name}({bases})" if bases else f"class {name}"
        if issubclass(value, enum.Enum):
            yield f"    values {', '.join(each.name for each in value)}"
            return
        yield f"    {name}{_signature(value)}"
        own = {
            name
            for base in value.__mro__
            if base.__module__.startswith("tilewright")
            for name in vars(base)
        }
        for attribute in sorted(own):
            if not attribute.startswith("_"):
                yield from _member(
                    f"    {name}.{attribute}", inspect.getattr_static(value, attribute)
                )
    elif callable(value):
        yield f"{name}{_signature(value)}"
    else:
        yield f"{name}: {type(value).__name__}"


def _member(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, staticmethod | classmethod):
        yield f"{name}{_signature(value.__func__)}  ({type(value).__name__})"
    elif inspect.isfunction(value):
        yield f"{name}{_signature(value)}"
    elif isinstance(value, types.MemberDescriptorType):
        yield f"{name}  (field)"
    else:
        yield f"{name}  ({type(value).__name__})"


def _signature(value: Any) -> str:
    try:
        return re.sub(
            r" at 0x[0-9a-f]+", "", str(inspect.signature(value)).replace("tilewright.", "")
        )
    except ValueError:
        return "(…)"
