"""Files that take the place of others in one step, or leave all as it was."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from tilewright.errors import OutputError
from tilewright.files import replacing, write


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
    with pytest.raises(OutputError, match="cannot write the file: this is a folder") as caught:
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
