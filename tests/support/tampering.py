"""Checkpoints that somebody has edited: one thing at a time, with checksums that are right again.

Each kind of run is a `Case`, which leaves a file behind that is worth editing, and goes on from it.
As a program it goes on from many edited files and tells of each what came of it::

    python tests/support/tampering.py CASE SEED FIRST LAST

prints a line ``NUMBER OUTCOME what was edited`` for each: *refused* (an error of one line that
names the file), *right* (the answer is the same), *other* (an answer that cannot be known to be
wrong, or the time limit was reached). Whatever else happens, such as a crash, is a defect.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.counting import count_by_piece, count_details, count_up_to_symmetry
from tilewright.counting.tuning import Tuning
from tilewright.errors import CheckpointError, LimitError, TilewrightError
from tilewright.system.files import checkpoint as saved

#: Types and shapes of arrays that are put in the place of others.
CODES = ["|O", "|V0", "<M8[s]", "<f8", ">i4", "|S3"]
SHAPES: list[Any] = [[0, 1 << 62], [-1, -3], [2, 3, 5], [1e3]]
#: Seconds after which going on is stopped.
PATIENCE = 2.0
#: Values that are put in the place of others.
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 63, 64, 1 << 31, -(1 << 31), 1 << 59, 1 << 63, 1 << 64, 10**30, 0.5, -0.5, 1e308,  # noqa: E501
    float("nan"), float("inf"), "", "x", "0x", "0xff", "rows", "layers", "listing", [], [0], [[0, 1]], {}, {"a": 1},  # noqa: E501
]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A run that was stopped.

    Attributes
    ----------
    stop : callable
        Leaves a checkpoint at a path.
    resume : callable
        Goes on from it, and returns the answer.
    """

    stop: Callable[[Path], None]
    resume: Callable[[Path], Any]


class Killed(BaseException):
    """What nobody expects: nothing is saved then."""


def counting(
    ask: Callable[..., Any], words: tuple[str, ...], saves: int, tuning: Tuning, **options: Any
) -> Case:
    """Return a count that dies after some checkpoints."""

    def stop(path: Path) -> None:
        written = 0

        def write(*arguments: Any) -> None:
            nonlocal written
            if written == saves:
                raise Killed
            saved.save(*arguments)
            written += 1

        with contextlib.suppress(Killed):
            ask(
                *words,
                checkpoint=path,
                checkpoint_interval=0,
                tuning=replace(tuning, write=write),
                **options,
            )

    def resume(path: Path) -> Any:
        return ask(*words, checkpoint=path, timeout=PATIENCE, tuning=tuning, **options)

    return Case(stop, resume)


def value(*words: str, **options: Any) -> int:
    """Count with the options of `count_details`."""
    return count_details(*words, **options).value


def by_piece(*words: str, **options: Any) -> dict[Any, int]:
    """Count by piece."""
    return count_by_piece(*words, **options).counts


def fixed(*words: str, **options: Any) -> dict[str, int]:
    """Count up to symmetry."""
    return count_up_to_symmetry(*words, **options).fixed


_TOLD = Tuning(report_every=0.0)

CASES: dict[str, Case] = {
    "layers": counting(value, ("5x6-0,0", "tetrominoes+", "monomino=1..5"), 9, _TOLD),
    "torus": counting(value, ("torus:4x5", "trominoes+", "I2+"), 9, _TOLD),
    "wide layers": counting(value, ("4x6", "pentominoes=0..1", "I2=0..9"), 7, _TOLD),
    "components": counting(value, ("5x6", "hexominoes+"), 11, _TOLD, method="components"),
    "rows": counting(value, ("6x30", "trominoes+", "domino+"), 9, replace(_TOLD, kept_graph=0)),
    "modulo": counting(value, ("6x30", "trominoes+", "domino+"), 9, replace(_TOLD, kept_graph=0), mod=1009),  # noqa: E501
    "by piece": counting(by_piece, ("5x5", "T4+", "L4+", "domino+", "monomino=1"), 11, _TOLD),
    "by piece done": counting(by_piece, ("5x5", "T4+", "L4+", "domino+", "monomino=1"), 10**9, _TOLD),  # noqa: E501
    "up to symmetry": counting(fixed, ("6x6", "dominoes+"), 50, _TOLD),
    "done": counting(value, ("5x6", "dominoes+"), 10**9, _TOLD),
}  # fmt: skip


@dataclass
class Content:
    """A checkpoint in parts."""

    header: dict[str, Any]
    arrays: dict[str, np.ndarray]

    @classmethod
    def read(cls, path: Path) -> Content:
        """Read a file that is whole."""
        data = path.read_bytes()
        _, line, rest = data.split(b"\n", 2)
        header, arrays, at = json.loads(line.partition(b" ")[2]), {}, 0
        for name, code, shape in header["arrays"]:
            size = np.dtype(code).itemsize * int(np.prod(shape))
            arrays[name] = np.frombuffer(rest[at : at + size], code).reshape(shape).copy()
            at += size
        return cls(header, arrays)

    def write(self, path: Path) -> None:
        """Write it with the right checksums."""
        body = b"".join(np.ascontiguousarray(array).tobytes() for array in self.arrays.values())
        arrays = [[name, array.dtype.str, list(array.shape)] for name, array in self.arrays.items()]
        header = self.header | {"arrays": arrays, "sha256": hashlib.sha256(body).hexdigest()}
        header |= self.header.get("forged", {})
        header.pop("forged", None)
        line = json.dumps(header).encode()
        path.write_bytes(
            saved.MAGIC + hashlib.sha256(line).hexdigest().encode() + b" " + line + b"\n" + body
        )


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield all containers in a JSON value, each with a key or an index in it."""
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in list(pairs):
        yield value, key
        yield from places(inner)


def edit(content: Content, draw: random.Random) -> str:
    """Edit one thing; return what was done."""
    kind = draw.choice(["json"] * 3 + ["header"] + ["array"] * 5 * bool(content.arrays))
    if kind == "array":
        return _edit_array(content, draw)
    if kind == "header":
        return _edit_header(content, draw)
    values = content.header["values"]
    container, key = draw.choice(list(places(values)))
    before = container[key]
    if draw.random() < 0.15:
        del container[key]
        return f"values: {key!r} removed"
    if isinstance(before, int) and draw.random() < 0.4:
        container[key] = before + draw.choice([-2, -1, 1, 2, 1000])
    elif isinstance(before, list) and before and draw.random() < 0.5:
        container[key] = draw.choice([before[1:], before[::-1], [*before, before[0]], before * 3])
    else:
        container[key] = draw.choice(ODD)
    return f"values: {key!r} from {str(before)[:60]} to {str(container[key])[:60]}"


def _edit_header(content: Content, draw: random.Random) -> str:
    name = draw.choice(["kind", "values", "arrays", "sha256", "fingerprint", "entry"])
    arrays = [[name, array.dtype.str, list(array.shape)] for name, array in content.arrays.items()]
    if name == "entry" and arrays:
        entry = draw.choice(arrays)
        place = draw.randrange(3)
        entry[place] = draw.choice([*ODD, *CODES, *SHAPES])
        content.header["forged"] = {"arrays": arrays}
        return f"header: entry {place} to {entry[place]!r}"
    content.header["forged"] = {name: draw.choice(ODD)}
    return f"header: {content.header['forged']}"


def _edit_array(content: Content, draw: random.Random) -> str:
    name = draw.choice(list(content.arrays))
    array = content.arrays[name]
    what = draw.random()
    if what < 0.06:
        del content.arrays[name]
        return f"array {name} removed"
    if what < 0.1:
        near = [f"x{name}", name.replace("0", "1"), name.replace("1", "0"), f"99/{name}"]
        other = draw.choice([*near, "0/run/x", "given"])
        content.arrays[other] = array if draw.random() < 0.5 else content.arrays.pop(name)
        return f"array {name} as {other}"
    if what < 0.2:
        codes = ["<i4", "<i8", "<u8", "<f8", "<u4", "<f4", "|b1", "|i1"]
        code = draw.choice(codes)
        fits = array.dtype.itemsize == np.dtype(code).itemsize
        content.arrays[name] = array.view(code) if fits else array.astype(code)
        return f"array {name} as {code}"
    if what < 0.35 or not array.size:
        shaped = [array[:0], array[:1], array[1:], array[:-1], array.ravel(), array.T, array[None]]
        shaped.append(np.concatenate([array, array]))
        if array.ndim == 2:
            shaped += [array[:, :-1], np.concatenate([array, array], axis=1), array[:, :0]]
            shaped.append(np.repeat(array, 50, axis=0))
        if array.ndim > 1:
            shaped.append(array[::-1])
        content.arrays[name] = draw.choice(shaped)
        return f"array {name} from {array.shape} to {content.arrays[name].shape}"
    flat = array.reshape(-1)
    index = draw.randrange(flat.size)
    before = flat[index]
    if array.dtype.kind == "b":
        flat[index] = not before
    elif what < 0.55:
        raw = flat[index : index + 1].view(np.uint8)
        raw[draw.randrange(raw.size)] ^= 1 << draw.randrange(8)
    elif what < 0.6:
        flat.view(np.uint8)[:] = np.frombuffer(draw.randbytes(flat.nbytes), np.uint8)
        return f"array {name} at random"
    elif what < 0.65 and len(array) > 1:
        one, other = draw.sample(range(len(array)), 2)
        array[[one, other]] = array[[other, one]]
        return f"array {name} with rows {one} and {other} exchanged"
    elif array.dtype.kind == "f":
        flat[index] = draw.choice([0.0, -1.0, 1e300, float("nan"), float("inf")])
    else:
        info = np.iinfo(array.dtype)
        near = [int(before) + step for step in (-2, -1, 1, 2, 16, 1000)]
        odd = [0, 1, 2, 63, 64, 1000, 1 << 20, 1 << 40, 1 << 59, (1 << 62) + 1, -1, -2]
        odd += [info.min, info.max, int(draw.choice(flat))]
        flat[index] = draw.choice([n for n in (near + odd) if info.min <= n <= info.max])
    return f"array {name}[{index}] from {before} to {flat[index]}"


def outcome(case: Case, path: Path, expected: Any) -> str:
    """Go on from a file; return what came of it."""
    try:
        answer = case.resume(path)
    except CheckpointError as error:
        message = str(error)
        assert "\n" not in message, message
        # A part may be found wrong only when its turn comes.
        assert error.where is not None, f"no file is named: {message}"
        return "refused"
    except LimitError:
        return "other"
    except TilewrightError as error:
        assert "\n" not in str(error)
        return f"refused as {type(error).__name__}: {error}"
    return "right" if answer == expected else "other"


def main(name: str, seed: int, first: int, last: int) -> None:
    """Go on from edited files."""
    case = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        case.stop(whole)
        for number in range(first - 1, last):
            copies = Path(folder) / str(number)
            copies.mkdir()
            path = copies / "run"
            content = Content.read(whole)
            what = (
                "nothing"
                if number < first
                else edit(content, random.Random(f"{name} {seed} {number}"))
            )
            content.write(path)
            print(f"{number} trying {what}", flush=True)
            if number < first:
                # As it was saved: what is right.
                expected = case.resume(path)
                continue
            began = time.monotonic()
            came = outcome(case, path, expected)
            assert time.monotonic() - began < 20 * PATIENCE, "it hangs"
            print(f"{number} {came}", flush=True)
            shutil.rmtree(copies)
    print("all", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]))
