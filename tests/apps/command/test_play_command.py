"""The command `tilewright play`: what it opens, what it refuses, and its help."""

from __future__ import annotations

import json
import re
import signal
import socket
import webbrowser
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import tilewright.apps.site.serving
from serving import serving
from tilewright.apps.command import run
from tilewright.apps.command.make.play import code_lines, play
from tilewright.apps.command.options import Rules
from tilewright.apps.site import build_site
from tilewright.errors import RequestError
from tilewright.formats.request import read_id
from tilewright.model.puzzle import puzzle_text
from tilewright.puzzles import generate
from tilewright.puzzles.play import Session
from tilewright.puzzles.printing.pages import scanned
from waiting import NEVER


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What would have been served, instead of a server."""
    served: list[dict[str, Any]] = []

    def serve(host: str, port: int, started: Any = None, **options: Any) -> None:
        served.append({"host": host, "port": port, **options})

    monkeypatch.setattr(tilewright.apps.site.serving, "serve", serve)
    return served


def test_what_is_opened(opened: list[dict[str, Any]], tmp_path: Any) -> None:
    assert play() == 0
    assert play("talos:tower-gates-5", port=8000) == 0
    assert play("4x7", "tetromino:IILSTTZ", rules=Rules(turn="one-sided")) == 0
    board = tmp_path / "board.txt"
    board.write_text("o##\n##o\n")
    assert play(str(board), "trominoes+") == 0
    first, named, made, dots = opened
    assert first == {
        "host": "127.0.0.1",
        "port": 0,
        "first": "",
        "title": "",
        "whole": "",
        "key": "",
    }
    assert named == {
        **first,
        "port": 8000,
        "first": "talos:tower-gates-5",
        "whole": "talos:tower-gates-5",
    }
    assert Session(made["first"]).problem.turn == "one-sided"
    assert read_id(dots["first"]).kind == "dots"


def test_what_is_shared_has_a_key_in_its_link(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = []

    def serve(host: str, port: int, started: Any, *, key: str, **options: Any) -> None:
        keys.append(key)
        started("http://127.0.0.1:8453/" if host == "0.0.0.0" else f"http://{host}:8453/")

    monkeypatch.setattr(tilewright.apps.site.serving, "serve", serve)
    assert play("talos:hub-gates-1", host="0.0.0.0", browser=False) == 0
    own, others, warning, stopped = capsys.readouterr().err.splitlines()
    assert f"http://127.0.0.1:8453/?key={keys[0]}#/p/talos:hub-gates-1" in own
    assert re.search(rf"at http://[^ ]+:8453/\?key={keys[0]}#/p/talos:hub-gates-1$", others)
    assert "0.0.0.0" not in others
    assert warning.startswith("warning: anyone who has this link")
    assert stopped == "tilewright has stopped"
    assert play(host="0.0.0.0", browser=False) == 0
    assert len(keys[0]) >= 12
    assert keys[0] != keys[1]
    capsys.readouterr()
    assert play(host="192.0.2.7", key=False, browser=False) == 0
    assert keys[2] == ""
    said = capsys.readouterr().err
    assert "others on your network can play at http://192.0.2.7:8453/\n" in said
    assert "anyone who can reach this computer" in said
    assert play(browser=False) == 0
    assert keys[3] == ""
    assert "warning" not in capsys.readouterr().err


def test_the_link_is_shown_as_a_code() -> None:
    code = scanned("http://192.0.2.7:8453/?key=abc")
    lines = [re.fullmatch(r"\x1b\[30;107m(.*)\x1b\[0m", line)[1] for line in code_lines(code)]  # type: ignore[index]
    shown = np.array(
        [[letter in half for letter in line] for line in lines for half in ("▀█", "▄█")]
    )
    assert shown[4 : 4 + len(code), 4:-4].tolist() == code.tolist()
    # White around it, as readers need it.
    assert not shown[:4].any()
    assert not shown[4 + len(code) :].any()
    assert not shown[:, :4].any()
    assert not shown[:, -4:].any()


def test_the_container_runs_what_there_is(opened: list[dict[str, Any]]) -> None:
    lines = (
        Path(__file__)
        .parents[2]
        .with_name("Containerfile")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    command = json.loads(next(line for line in lines if line.startswith("CMD")).removeprefix("CMD"))
    assert command[0] == "tilewright"
    assert run(command[1:]) == 0
    assert opened[0]["host"] == "0.0.0.0"
    assert f"EXPOSE {opened[0]['port']}" in lines


def test_a_puzzle_file_keeps_its_title(opened: list[dict[str, Any]], tmp_path: Any) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(
        "tilewright puzzle\ntitle: For Anna\nkind: sigil\npieces: L3=2\n\n###\n###\n",
        encoding="utf-8",
    )
    assert play(str(file)) == 0
    assert opened[0]["title"] == "For Anna"
    with serving(first=opened[0]["first"], title="For Anna") as server:
        here = httpx.get(f"{server.link}here.json", timeout=NEVER).json()
    assert (here["first"], here["title"]) == (opened[0]["first"], "For Anna")


@pytest.mark.parametrize("word", ["cube:3x3x3", "hex:4x4", "tri:hexagon2", "torus:4x5"])
def test_files_of_every_lattice_are_played(
    opened: list[dict[str, Any]], tmp_path: Any, word: str
) -> None:
    """What `make` wrote, and the drawing of a board with its pieces beside it."""
    made = generate("given", word, seed=1).puzzle
    file, drawing = tmp_path / "puzzle.txt", tmp_path / "board.txt"
    file.write_text(puzzle_text(made), encoding="utf-8")
    assert play(str(file)) == 0
    drawing.write_text(made.board.text(), encoding="utf-8")
    assert play(str(drawing), *made.pieces) == 0
    for served in opened:
        again = read_id(served["first"])
        assert again.board == made.board
        # Among cubes nothing is mirrored, where nothing is said.
        assert again.turn == made.turn == made.board.lattice.turn
        assert again.problem().words() == made.problem().words()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("6x10",), "which pieces"),
        (("talos:tower-gates-5", "L3"), "already has pieces"),
        (("30x30", "L3+"), "at most 576"),
        (("talos:tower-gates-55",), "did you mean talos:tower-gates-5"),
        (("id:AAAA",), "invalid or incomplete puzzle ID"),
        (("5x5", "pentomines"), "did you mean pentominoes"),
    ],
)
def test_what_is_refused(
    opened: list[dict[str, Any]], words: tuple[str, ...], message: str
) -> None:
    with pytest.raises(RequestError, match=message):
        play(*words)
    assert opened == []


def test_kernels_of_the_page_that_were_not_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tilewright.apps.site.shell.STATIC", tmp_path)
    with pytest.raises(
        RequestError, match=r"needs kernels\.wasm, which is missing: run `make wasm`"
    ):
        play(browser=False, port=0)
    with pytest.raises(
        RequestError, match=r"needs kernels\.wasm, which is missing: run `make wasm`"
    ):
        build_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_addresses_that_cannot_be_used() -> None:
    with pytest.raises(RequestError, match="0 to 65535"):
        play(port=65536)
    with pytest.raises(RequestError, match="not an address of this machine"):
        play(host="192.0.2.1", browser=False)
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(RequestError, match="is in use or not allowed; use --port 0"),
    ):
        play(port=taken.getsockname()[1], browser=False)


def test_the_help_names_the_puzzle_before_the_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--help"]) == 0
    text = capsys.readouterr().out
    assert 0 < text.index("PUZZLE ") < text.index("PIECES ") < text.rindex("--turn")
    assert "--puzzle" not in text
    assert not re.search(r"^\S{1,12}$", text.partition("For example")[0], re.MULTILINE), (
        "a line with one word"
    )


def test_ctrl_c_is_how_it_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def serve(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tilewright.apps.site.serving, "serve", serve)
    assert run(["play", "--no-browser"]) == 0
    assert "interrupted" not in capsys.readouterr().err


def test_the_browser_may_ask_before_it_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[int] = []

    def browser(link: str) -> None:
        try:
            answers.append(httpx.get(link, timeout=NEVER).status_code)
        finally:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(webbrowser, "open", browser)
    assert play() == 0
    assert answers == [200]
