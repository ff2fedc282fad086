"""What every reader does with files that are damaged, endless, in other encodings, or full of huge
numbers: an answer or one clear line.
"""

from __future__ import annotations

import gzip
import io
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import tilewright as tw
from tilewright.apps.command import run
from tilewright.errors import FormatError, RequestError
from tilewright.formats import Entry, read_entries
from tilewright.formats.bfile import read_bfile
from tilewright.formats.cutting.picture import board_from_picture
from tilewright.formats.format import LONGEST
from tilewright.formats.registry import find_format, known_formats, rendered
from tilewright.formats.solvers.clauses import answer_tilings
from tilewright.formats.solvers.knuth import load_xcc
from tilewright.formats.tables import TilingTable
from tilewright.model.problem import Problem
from tilewright.model.puzzle import find_puzzle, penpa_link
from tilewright.solving.search import Search

PROBLEM = Problem("3x4", "L3=2..4", "I3", empty=(0, 3))
PLAIN = Problem("3x4", "L3=2", "I3=2")
#: What can say how many of each there are, and nothing of ranges.
SIMPLE = {"polycube", "heesch", "dahlke", "pieces", "board", "tiling", "tilings", "parquet"}


#: Files as other programs write them.
WRITTEN = {
    "puzzlink": b"https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g\n",
    "penpa": penpa_link(find_puzzle("https://puzz.link/p?tetrominous/4/4/n3m")).encode(),
    "answer": b"c a comment\ns SATISFIABLE\nv 1 -2 3 -4\nv -5 0\n",
    "bfile": b"# numbers\n0 1\n1 2\n2 12345678901234567890\n",
    "cover": b"| a comment\na b 2:3|c | x y\na b x:1\nb c y:2 |$7\na c\nc x:1\nb\n",
    "heesch": b"O? 0 0 1 0\nO 0 0\n~ 0 0 1\n1\n0 <1>\n",
    "dahlke": b"f840_ff+\n",
    "polycube": b"D:xDim=4:yDim=4:zDim=1\nL:stationary=a\na a a b # names\nc a b b\nc c d b\n"
    b"c d d d\n~L\n~D\n",
    "pips": b'{"dominoes": [[3, 5], [0, 0]], "regions": ['
    b'{"indices": [[0, 0], [0, 1]], "type": "sum", "target": 8}, '
    b'{"indices": [[1, 0], [1, 1]], "type": "equals"}]}',
    "xmpuzzle": gzip.compress(
        b'<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>'
        b'<voxel x="3" y="2" z="1" type="0">#1#+###</voxel><voxel x="2" y="2" z="1">##1#_</voxel>'
        b'<voxel x="2" y="1" z="1">##</voxel></shapes><problems><problem name="p" state="0">'
        b'<shapes><shape id="1" count="1" group="1"/><shape id="2" min="0" max="1"/></shapes>'
        b'<result id="0"/><bitmap><pair piece="0" result="0"/></bitmap><solutions><solution>'
        b"<assembly>0 0 0 0 1 1 0 0</assembly></solution></solutions></problem></problems></puzzle>"
    ),
}


def _picture() -> bytes:
    stream = io.BytesIO()
    Image.fromarray(np.kron(np.eye(4, dtype=np.uint8) * 255, np.ones((5, 5), np.uint8))).save(
        stream, "png"
    )
    return stream.getvalue()


def _by_path(reading: Callable[[Path], Any], ending: str) -> Callable[[bytes], Any]:
    """Read bytes as a file."""

    def read(data: bytes) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"file{ending}"
            path.write_bytes(data)
            return reading(path)

    return read


def _of_format(name: str) -> Callable[[bytes], Any]:
    return lambda data: read_entries(io.BytesIO(data), format=name, where="file")


@cache
def _tilings() -> tuple[Any, ...]:
    return tuple(Search(PLAIN))


@cache
def valid(name: str) -> bytes:
    """Return a file that the reader takes."""
    if name in WRITTEN:
        return WRITTEN[name]
    if name == "image":
        return _picture()
    kind = find_format(name)
    problem = PLAIN if name in SIMPLE else PROBLEM
    tilings = _tilings()[:2] if "tilings" in kind.holds and problem is PLAIN else ()
    entry = Entry(
        problem=None if kind.holds[0] in ("tilings", "board", "pieces") else problem,
        tilings=tilings,
    )
    if kind.holds[0] == "board":
        entry = Entry(board=PLAIN.board)
    if kind.holds[0] == "pieces":
        entry = Entry(pieces=PLAIN.pieces)
    data = rendered([entry], kind)[0]
    return data.encode() if isinstance(data, str) else data


READERS: dict[str, Callable[[bytes], Any]] = {
    kind.name: _by_path(lambda path: list(TilingTable(path)), ".parquet")
    if kind.name == "parquet"
    else _of_format(kind.name)
    for kind in known_formats()
    if kind.read is not None and kind.name != "picture"
} | {
    "answer": lambda data: answer_tilings(io.BytesIO(data), "file", PROBLEM),
    "bfile": _by_path(read_bfile, ".txt"),
    "cover": lambda data: load_xcc(io.BytesIO(data), "file"),
    "image": lambda data: board_from_picture(io.BytesIO(data), 4, 4),
}
BINARY = {"parquet", "image", "xmpuzzle"}
TEXTS = sorted(set(READERS) - BINARY)


def taken(name: str, data: bytes) -> bool:
    """Whether a reader takes a file; if not, it says why in one line."""
    try:
        READERS[name](data)
    except RequestError as error:
        assert str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 2000
        return False
    return True


@pytest.mark.parametrize("name", sorted(READERS))
def test_what_is_whole_is_read(name: str) -> None:
    if name == "answer":
        # An answer has to be one to the problem; this is none, and says so.
        with pytest.raises(RequestError, match="not a tiling"):
            READERS[name](valid(name))
    else:
        assert taken(name, valid(name))


@pytest.mark.parametrize("name", sorted(READERS))
@given(data=st.data())
def test_damaged_files_are_taken_or_refused_in_one_line(name: str, data: st.DataObject) -> None:
    raw = bytearray(valid(name))
    if name == "xmpuzzle":
        raw = bytearray(gzip.decompress(raw))
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, max(0, len(raw) - 1)))
        last = min(len(raw), first + data.draw(st.integers(0, 12)))
        how = data.draw(st.sampled_from(["cut", "double", "replace", "number"]))
        if how == "cut":
            del raw[first:last]
        elif how == "double":
            raw[last:last] = raw[first:last]
        elif how == "replace":
            raw[first:last] = data.draw(
                st.binary(max_size=6)
                | st.sampled_from([b"\n", b" ", b'"', b"-", b"#", b"|", b":", b"0"])
            )
        else:
            raw[first:first] = data.draw(
                st.sampled_from([b"99999999999999999999", b"-1", b"1e400", b"4294967296", b"00"])
            )
    taken(name, bytes(raw))


@pytest.mark.parametrize("name", sorted(READERS))
def test_files_cut_off_anywhere_are_taken_or_refused_in_one_line(name: str) -> None:
    whole = valid(name)
    for length in np.linspace(0, len(whole) - 1, 40).astype(int).tolist():
        taken(name, whole[:length])
    assert not taken(name, b"")


@pytest.mark.parametrize("name", TEXTS)
def test_other_encodings_are_refused_in_one_line(name: str) -> None:
    text = valid(name).decode()
    for data in (text.encode("utf-16"), b"\xe9\xff" + text.encode(), gzip.compress(text.encode())):
        assert not taken(name, data)
    for data in (text.replace("\n", "\0").encode(), text.replace("\n", "\r").encode()):
        taken(name, data)


@pytest.mark.parametrize("name", TEXTS)
def test_huge_numbers_are_refused_or_kept(name: str) -> None:
    text = valid(name).decode()
    for number in ("9" * 30, "9" * 5000, "-" + "9" * 30):
        taken(name, re.sub(r"\d+", number, text).encode())
        taken(name, re.sub(r"\d+", number, text, count=1).encode())
        taken(name, re.sub(r"(?s)(.*)\b\d+", rf"\g<1>{number}", text).encode())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TEXTS)
def test_deep_and_repeated_text_is_refused_in_one_line(name: str) -> None:
    for text in (
        "[" * 100_000,
        '{"a":' * 100_000,
        "(" * 100_000,
        "a" * 200_000,
        "\n" * 200_000,
        "| " * 100_000,
        "1 " * 100_000,
    ):
        taken(name, text.encode())


class Endless(io.RawIOBase):
    """A line without an end."""

    def __init__(self, begin: bytes) -> None:
        self.begin = begin
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        piece = self.begin[:size]
        self.begin = self.begin[size:]
        buffer[:] = piece + b"1" * (size - len(piece))
        self.given += size
        assert self.given <= LONGEST + (1 << 21), "more is read than any file may have"
        return size


@pytest.mark.parametrize("name", sorted({*TEXTS, "xmpuzzle"} - {"cover", "dlx", "bfile", "answer"}))
def test_no_more_is_read_of_an_endless_line_than_a_file_may_have(name: str) -> None:
    head = valid(name) if name not in BINARY else b"<puzzle>"
    stream = io.BufferedReader(Endless(head.rstrip(b"\n]}")))
    with pytest.raises(RequestError) as caught:
        read_entries(stream, format=name, where="file")
    assert "\n" not in str(caught.value)


def test_nothing_is_written_where_something_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.psv"
    bad.write_bytes(valid("psv")[:-20])
    for ending in ("dlx", "json", "cnf", "xmpuzzle", "parquet", "stl"):
        out = tmp_path / f"out.{ending}"
        out.write_bytes(b"as it was")
        assert run(["convert", str(bad), "-o", str(out)]) == 2
        assert out.read_bytes() == b"as it was"
    assert sorted(path.suffix for path in tmp_path.iterdir()) == sorted(
        [".psv", ".dlx", ".json", ".cnf", ".xmpuzzle", ".parquet", ".stl"]
    )
    assert "Traceback" not in capsys.readouterr().err


def _burrtools(x: int, y: int, z: int) -> bytes:
    shape = f'<voxel x="{x}" y="{y}" z="{z}" type="0">{"#" * (x * y * z)}</voxel>'
    problem = (
        '<problem state="0"><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem>'
    )
    return f"<puzzle><shapes>{shape}</shapes><problems>{problem}</problems></puzzle>".encode()


@pytest.mark.parametrize(
    ("name", "content", "match"),
    [
        (
            "a.xmpuzzle",
            gzip.compress(_burrtools(1000, 1000, 10)),
            "1000x1000x10; all shapes together must have at most",
        ),
        (
            "a.xmpuzzle",
            gzip.compress(_burrtools(60, 60, 60)),
            "all pieces together must have at most 131072 cells",
        ),
        (
            "a.psv",
            b"title\nboard ((16383,16383))\ntile ((0,0))\n",
            "a board must have 1 to 16777216 cells, got 16384x16384",
        ),
        ("a.psv", b"title\nboard ((1,1))\n" + b"tile 65536 ((0,0))\n" * 9, "got 589824"),
        (
            "a.polycube",
            b"D:xDim=9999:yDim=9999:zDim=1\nL\na\n~L\n~D\n",
            "a board must have 1 to 16777216 cells, got 9999x9999",
        ),
        (
            "a.json",
            b'{"grid": "square", "board": {"coords": [[0, 0], [9999, 9999]]},'
            b' "shapes": [{"morphs": [{"coords": [[0, 0]]}]}]}',
            "must fit into 16777216 cells, got 10000x10000",
        ),
    ],
)
def test_a_small_file_that_means_a_huge_box_is_refused_before_it_is_built(
    name: str, content: bytes, match: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    kinds = {".polycube": "polycube", ".json": "polysolve", ".psv": "psv"}
    with pytest.raises(FormatError, match=match):
        tw.read(path, format=kinds.get(path.suffix))
