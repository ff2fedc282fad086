"""Checkpoint files: whole or not there, told apart, and nothing left over."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import numpy as np
import pytest

from commands import run_process
from tilewright.errors import CheckpointError, OutputError
from tilewright.system.files.checkpoint import fingerprint, load, save

ARRAYS = {
    "codes": np.arange(12, dtype=np.int32).reshape(3, 4),
    "none": np.zeros((0, 7), dtype=np.uint64),
    "flags": np.array([True, False]),
    "columns": np.arange(12).reshape(3, 4)[:, ::2],
}
VALUES = {"layer": 3, "share": 0.25, "name": "Möbius"}


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "point"
    save(path, "search", "mark", VALUES, ARRAYS)
    kept = load(path, "search", "mark")
    assert kept.values == VALUES
    assert list(kept.arrays) == list(ARRAYS)
    for name, array in kept.arrays.items():
        assert array.dtype == ARRAYS[name].dtype
        np.testing.assert_array_equal(array, ARRAYS[name])
        array.flat[:1] = 1  # it may be gone on with


@pytest.mark.parametrize("arrays", [{}, {"codes": np.arange(5)}])
def test_every_damaged_byte_is_seen(tmp_path: Path, arrays: dict[str, np.ndarray]) -> None:
    path = tmp_path / "point"
    save(path, "search", "mark", {"layer": 3}, arrays)
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(CheckpointError, match=r"damaged|not a checkpoint"):
            load(path, "search", "mark")
        path.write_bytes(whole[:place])
        with pytest.raises(CheckpointError, match=r"damaged|not a checkpoint"):
            load(path, "search", "mark")
    path.write_bytes(whole + b"\0")
    with pytest.raises(CheckpointError, match=r"arrays must have 4?0 bytes, got 4?1\."):
        load(path, "search", "mark")


def test_those_of_other_runs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "point"
    save(path, "count", "mark", {}, {})
    with pytest.raises(
        CheckpointError, match="expected the checkpoint of a search, got the checkpoint of a count"
    ):
        load(path, "search", "mark")
    with pytest.raises(
        CheckpointError, match="belongs to a different problem or different options"
    ):
        load(path, "count", "other")
    path.write_bytes(path.read_bytes().replace(b"checkpoint 2", b"checkpoint 9"))
    with pytest.raises(
        CheckpointError, match="the checkpoint is damaged or was saved by another version"
    ):
        load(path, "count", "mark")
    with pytest.raises(CheckpointError, match="cannot read the checkpoint: No such file"):
        load(tmp_path / "nowhere", "count", "mark")
    with pytest.raises(CheckpointError, match="cannot read the checkpoint: Is a directory"):
        load(tmp_path, "count", "mark")


def test_fingerprints_tell_values_types_and_shapes_apart() -> None:
    six = np.arange(6, dtype=np.int32)
    runs = [
        (six,),
        (six.reshape(2, 3),),
        (six.astype(np.uint32),),
        (six[::-1],),
        (six, None),
        (1, "1"),
        (11,),
    ]
    assert len({fingerprint(*run) for run in runs}) == len(runs)
    assert fingerprint(six, 7) == fingerprint(six.copy(), 7)


def test_a_failed_save_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "point"
    save(path, "search", "mark", {"layer": 1}, {})

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutputError, match="cannot write the checkpoint: No space left"):
        save(path, "search", "mark", {"layer": 2}, ARRAYS)
    assert load(path, "search", "mark").values == {"layer": 1}
    assert [file.name for file in tmp_path.iterdir()] == ["point"]
    with pytest.raises(OutputError, match="cannot write the checkpoint: No such file"):
        save(tmp_path / "no" / "folder", "search", "mark", {}, {})


def test_the_file_behind_a_link_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    link = tmp_path / "point"
    link.symlink_to(tmp_path / "disk" / "point")
    save(link, "search", "mark", VALUES, ARRAYS)
    assert link.is_symlink()
    assert load(tmp_path / "disk" / "point", "search", "mark").values == VALUES


KILLED = """
import os, signal, sys
from pathlib import Path
import numpy as np
from tilewright.system.files import checkpoint
os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)  # when all is written, but not yet moved
checkpoint.save(Path(sys.argv[1]), "search", "mark", {"layer": 2}, {"codes": np.arange(5)})
"""  # noqa: E501


@pytest.mark.parametrize("again", ["save", "load"])
def test_what_a_killed_process_left_is_removed(tmp_path: Path, again: str) -> None:
    path = tmp_path / "po[i]nt"
    save(path, "search", "mark", {"layer": 1}, {})
    other = tmp_path / ".po[i]nt.svg.12345678.part"
    other.touch()
    killed = run_process([sys.executable, "-c", KILLED, str(path)])
    assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 3
    if again == "save":
        save(path, "search", "mark", {"layer": 3}, {})
    assert load(path, "search", "mark").values == {"layer": 3 if again == "save" else 1}
    assert sorted(file.name for file in tmp_path.iterdir()) == [other.name, path.name]


def test_what_a_living_process_writes_is_left_alone(tmp_path: Path) -> None:
    import fcntl

    path = tmp_path / "point"
    with (tmp_path / ".point.abcdef01.part").open("wb") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        save(path, "search", "mark", {}, {})
        assert len(list(tmp_path.iterdir())) == 2
    save(path, "search", "mark", {}, {})
    assert [file.name for file in tmp_path.iterdir()] == ["point"]
