"""Files written by an earlier edition are still read: checkpoints, run folders, saved games; and
exports are written as before.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from pathlib import Path

import pytest
from recording import HERE

import tilewright as tw
from tilewright.apps.command import run

SAVED = HERE / "saved"
GAMES = HERE / "games.jsonl"
EXPORTS = HERE / "exports.tsv"

#: Checkpoints that were written before the work was done: the rest of the command line, and what it
#: prints in the end.
CHECKPOINTS = {
    "layers.checkpoint": ("count 6x6-0,0 L3+ domino=1", "1348"),
    "unique.checkpoint": ("count 6x8 dominoes+ --unique", "42873"),
}


@pytest.mark.parametrize("name", CHECKPOINTS)
def test_a_checkpoint_is_resumed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, expected = CHECKPOINTS[name]
    path = shutil.copy(SAVED / name, tmp_path)
    assert run([*words.split(), "--checkpoint", str(path)]) == 0
    assert capsys.readouterr().out == expected + "\n"


def test_the_tilings_of_a_finished_run_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shutil.copytree(SAVED, tmp_path / "saved"))
    assert run(["solve", "4x4", "dominoes+", "--all", "--json", "--run", "run@1"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == "36"
    assert run(["show", "unfinished", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["count"] == "231"


#: What is played for the record of saved games.
PLAYED = (
    "talos:hub-gates-3",
    "calendar:10-06",
    "id:A-kCqQArz8_P10fmgYMAxMsHm6UP1QjkagMA",
    "solid:soma",
    "classic:hexiamonds-ring",
    "classic:3x20",
)


def played(name: str) -> tw.Session:
    """Play some moves of a solution: some are taken back, some done again, pieces are turned."""
    rng = random.Random(name)
    session = tw.Session(name)
    tiling = tw.solve(session.problem, seed=1)
    assert tiling is not None
    full = dict(
        zip(session.problem.names, (piece.name for piece in session.problem.pieces), strict=True)
    )
    for short, cells in tiling:
        try:
            session = session.place(full[short], cells)
        except tw.RequestError:  # a piece that is given
            continue
        if rng.random() < 0.3:
            session = session.undo()
    return session.undo().redo() if rng.random() < 0.5 else session


def test_saved_games_are_loaded(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update"):
        games = [json.dumps(played(name).save()) for name in PLAYED]
        GAMES.write_text("\n".join(games) + "\n", encoding="utf-8")
    for line in GAMES.read_text(encoding="utf-8").splitlines():
        saved = json.loads(line)
        session = tw.Session.load(saved)
        assert session.save() == saved
        assert session.state.placed


#: What is exported for the record: a request, and the endings that it is written with.
EXPORTED = (
    ("4x5 L3+ domino=0..2", ("json", "dlx", "cnf", "mzn", "txt")),
    ("5x4-0,0 tetrominoes", ("json", "dlx", "psv", "def", "xmpuzzle")),
    ("solid:soma", ("json", "xmpuzzle", "dlx")),
    ("talos:hub-gates-1", ("txt", "json", "cnf")),
    ("torus:hex:2x3 trihexes+", ("json", "dlx")),
    ("trominoes", ("pieces", "heesch", "hex", "dxf")),
    ("4x6 trominoes+", ("dxf",)),
)
#: What `cut` writes; `convert` writes the rest.
CUT = ("dxf",)


def test_exports_are_written_as_recorded(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    rows = []
    for words, endings in EXPORTED:
        for ending in endings:
            path = tmp_path / f"export.{ending}"
            command = "cut" if ending in CUT else "convert"
            assert run([command, *words.split(), "-o", str(path), "-q"]) == 0, (words, ending)
            rows.append(f"{words}\t{ending}\t{hashlib.sha256(path.read_bytes()).hexdigest()}")
    if request.config.getoption("--update"):
        EXPORTS.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert rows == EXPORTS.read_text(encoding="utf-8").splitlines()
