"""The command `tilewright play`: what it opens, what it refuses, and its help."""

from __future__ import annotations

import re
import signal
import socket
import webbrowser
from typing import Any

import httpx
import pytest

import tilewright.web
from serving import ok, serving
from tilewright.cli import run
from tilewright.cli.play import play
from tilewright.errors import RequestError
from tilewright.play import Session
from tilewright.puzzle import read_id
from waiting import NEVER


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What would have been served, instead of a server."""
    served: list[dict[str, Any]] = []

    def serve(host: str, port: int, started: Any = None, **options: Any) -> None:
        served.append({"host": host, "port": port, **options})

    monkeypatch.setattr(tilewright.web, "serve", serve)
    return served


def test_what_is_opened(opened: list[dict[str, Any]], tmp_path: Any) -> None:
    assert play() == 0
    assert play("talos:tower-gates-5", port=8000) == 0
    assert play("4x7", "tetromino:IILSTTZ", turn="one-sided") == 0
    board = tmp_path / "board.txt"
    board.write_text("o##\n##o\n")
    assert play(str(board), "trominoes+") == 0
    first, named, made, dots = opened
    assert first == {"host": "127.0.0.1", "port": 0, "first": "", "title": ""}
    assert named == {"host": "127.0.0.1", "port": 8000, "first": "talos:tower-gates-5", "title": ""}
    assert Session(made["first"]).problem.turn == "one-sided"
    assert read_id(dots["first"]).kind == "dots"


def test_a_puzzle_file_keeps_its_title(opened: list[dict[str, Any]], tmp_path: Any) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(
        "tilewright puzzle\ntitle: For Anna\nkind: sigil\npieces: L3=2\n\n###\n###\n", encoding="utf-8"
    )
    assert play(str(file)) == 0
    assert opened[0]["title"] == "For Anna"
    with (
        serving(tilewright.web.create_app(workers=2, first=opened[0]["first"], title="For Anna")) as address,
        httpx.Client(base_url=address, timeout=NEVER) as client,
    ):
        assert ok(client.get(f"/api/puzzle/{opened[0]['first']}"))["title"] == "For Anna"
        assert ok(client.get("/api/puzzle/talos:hub-gates-1"))["title"] == "Hub Gates (Green) #1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("6x10",), "which pieces"),
        (("talos:tower-gates-5", "L3"), "brings its own pieces"),
        (("30x30", "L3+"), "at most 576"),
        (("talos:tower-gates-55",), "did you mean talos:tower-gates-5"),
        (("id:AAAA",), "not a puzzle's ID"),
        (("5x5", "pentomines"), "did you mean pentominoes"),
    ],
)
def test_what_is_refused(opened: list[dict[str, Any]], words: tuple[str, ...], message: str) -> None:
    with pytest.raises(RequestError, match=message):
        play(*words)
    assert opened == []


def test_addresses_that_cannot_be_used() -> None:
    with pytest.raises(RequestError, match="0 to 65535"):
        play(port=65536)
    with pytest.raises(RequestError, match="not an address of this machine"):
        play(host="192.0.2.1", browser=False)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(RequestError, match="is taken"):
        play(port=taken.getsockname()[1], browser=False)


def test_the_help_names_the_puzzle_before_the_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--help"]) == 0
    text = capsys.readouterr().out
    assert 0 < text.index("PUZZLE ") < text.index("PIECES ") < text.rindex("--turn")
    assert "--puzzle" not in text
    assert not re.search(r"^\S{1,12}$", text.partition("For example")[0], re.MULTILINE), (
        "a line with one word"
    )


def test_ctrl_c_is_how_it_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def serve(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tilewright.web, "serve", serve)
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
