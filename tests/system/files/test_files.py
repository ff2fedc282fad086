"""Files that take the place of others in one step, or leave all as it was."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tilewright.errors import OutputError
from tilewright.system.files.safe_write import held, replacing, write


def test_a_file_has_the_rights_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        path = write("new", tmp_path / "a.txt")
    finally:
        os.umask(before)
    assert path is not None
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    write("newer", path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert path.read_text() == "newer"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ü", b"\xc3\xbc"),
        ("\udcc3\udcbc", b"\xc3\xbc"),
        ("ü\udcff", b"\xc3\xbc\\udcff"),
        ("\ud800", b"\\ud800"),
    ],
)
def test_text_is_written_in_utf_8_whatever_name_of_a_file_is_in_it(
    text: str, written: bytes, tmp_path: Path
) -> None:
    write(text, tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_bytes() == written


def test_the_file_behind_a_link_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    write("through the link", link)
    assert link.is_symlink()
    assert target.read_text() == "through the link"


def test_an_error_on_the_way_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write("old", path)

    def fail() -> None:
        with replacing(path) as stream:
            stream.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


def test_a_pipe_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write("through", pipe)
    reader.join()
    assert read == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_cannot_be_written_is_said_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write the file: it is a folder") as caught:
        write("", tmp_path)
    assert caught.value.where == str(tmp_path)
    with pytest.raises(OutputError, match="cannot write the file: No such file or directory"):
        write("", tmp_path / "no" / "a.txt")


def test_two_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with replacing(path) as first, replacing(path) as second:
        first.write(b"first")
        second.write(b"second")
    assert path.read_bytes() == b"first"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]


HOLDING = """
import sys
from pathlib import Path
from tilewright.system.files.safe_write import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_is_held_by_one_run_as_long_as_it_lives(tmp_path: Path) -> None:
    path = tmp_path / "point"
    (tmp_path / "link").symlink_to(path)
    for end in (subprocess.Popen.kill, lambda process: process.stdin.close()):
        process = subprocess.Popen(
            [sys.executable, "-c", HOLDING, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            for name in ("point", "link"):
                message = rf"{name}: another run \(process {process.pid}\) is writing to this file"
                with pytest.raises(OutputError, match=message), held(tmp_path / name):
                    pass
            end(process)
            process.wait()
        # What a killed process left is in nobody's way.
        with held(path), pytest.raises(OutputError, match=f"process {os.getpid()}"), held(path):
            pass
    assert [each.name for each in tmp_path.iterdir()] == ["link"]


def test_a_file_with_two_names_is_held_by_both(tmp_path: Path) -> None:
    """Hard links, and what replaces the file or is opened under its name while it is held."""
    path, other = tmp_path / "point", tmp_path / "folder" / "other"
    other.parent.mkdir()
    refused = pytest.raises(
        OutputError, match=r"other: another run is writing to this file under another name"
    )

    def link() -> None:
        other.unlink(missing_ok=True)
        os.link(path, other)

    path.write_text("first")
    link()
    with held(path):
        with refused, held(other):
            pass
        with replacing(path) as stream:
            stream.write(b"second")
        # It is another file now, and held like the first; that one is free.
        with held(other):
            pass
        link()
        with refused, held(other):
            pass
        path.unlink()
        with replacing(path) as stream:
            stream.write(b"third")
        link()
        with refused, held(other):
            pass
    with held(other), pytest.raises(OutputError, match="point: another run"), held(path):
        pass
    assert path.read_text() == "third"
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["folder", "other", "point"]


def test_where_nothing_can_be_held_nothing_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (None, Path("/dev/null"), tmp_path / "missing" / "file", tmp_path / ("a" * 250)):
        with held(place), held(place):
            pass
    monkeypatch.setattr("tilewright.system.platform.locks.fcntl", None)
    with held(tmp_path / "point"), held(tmp_path / "point"):
        pass
    assert list(tmp_path.iterdir()) == []
