"""The widgets: a board to play on, a search to watch, tilings to browse."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence, Sized
from importlib import resources
from typing import Any

import anywidget
import traitlets

from tilewright.apps.notebook.page import page_file
from tilewright.apps.page.sheets import describe, space_of
from tilewright.drawing.makers.tile_colors import piece_colors
from tilewright.errors import RequestError, TilingError
from tilewright.formats.request import read, read_id
from tilewright.model.board import Board
from tilewright.model.piece import PieceLike
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle, find_puzzle, is_puzzle_name, whole_id
from tilewright.model.puzzle.ids import size_words
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.surface import copied, is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.puzzles.play import Session


class _PageFrame(anywidget.AnyWidget):
    """A view of the page in a frame: its address after ``#/``, and its name for screen readers."""

    _esm = (
        resources.files("tilewright.apps.notebook")
        .joinpath("widget.js")
        .read_text(encoding="utf-8")
    )
    link = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(640).tag(sync=True)

    def __init__(self, link: str, label: str, height: int) -> None:
        if height < 100:
            raise RequestError(
                f"`height` must be at least 100 pixels, got {height}", where="height"
            )
        super().__init__(link=link, label=label, height=height)
        self.on_msg(self._handle_message)

    def _answer_path(self, path: str) -> dict[str, Any] | None:
        """Return what the page asks of this widget; None for all else."""
        if path == "api/gallery.json":
            return {"puzzles": []}
        return {"first": "", "title": "", "whole": "", "token": ""} if path == "here.json" else None

    def _handle_message(self, _: object, content: dict[str, Any], buffers: object) -> None:
        """Handle a message from the frame: what the page keeps, or a file that it asks for."""
        if (items := content.get("kept")) is not None:
            self._store_items(items)
            return
        to, path = content["to"], content["path"]
        if path == "/":
            for key, value in self._stored_items().items():
                self.send({"to": "", "kept": {key: value}})
        answer = self._answer_path(path)
        file = (
            page_file(path) if answer is None else (json.dumps(answer).encode(), "application/json")
        )
        body, kind = file or (b"", "application/json")
        self.send({"to": to, "status": 200 if file else 404, "kind": kind}, buffers=[body])

    def _stored_items(self) -> dict[str, str]:
        """Return what the page should find in its storage."""
        return {}

    def _store_items(self, items: dict[str, str]) -> None:
        """Receive what the page wrote to its storage."""


def _as_puzzle(problem: Problem | Puzzle | Board | str, pieces: Sequence[PieceLike]) -> Puzzle:
    """Return the puzzle to play or watch, or raise an error if the page cannot show it."""
    if isinstance(problem, str) and is_puzzle_name(problem) and not pieces:
        problem = read_id(problem) if problem.startswith("id:") else find_puzzle(problem)
    if not isinstance(problem, Puzzle) or pieces:
        request = read(problem, *pieces)
        dots = (
            bool(request.board.marks.any())
            and not request.placed
            and is_flat_squares(request.board)
        )
        problem = Puzzle.of(request, title=size_words(request.board), kind="dots" if dots else None)
    describe(problem)
    return problem


class Player(_PageFrame):
    """A widget for playing a puzzle in a notebook.

    Parameters
    ----------
    problem : Problem, Puzzle, Session, Board or str
        The problem to play. A string is interpreted as a board or as the name of a puzzle. If
        `problem` is a session, its game is resumed.
    *pieces : Piece, str, array or list
        The pieces to use if `problem` is only a board.
    height : int
        The height of the widget, in pixels.

    Attributes
    ----------
    session : Session
        The current game. Assigning a session to this attribute shows that session on the board.
    solved : bool
    tiling : Tiling
        The current state of the board.

    Raises
    ------
    RequestError
        If `problem` is invalid or too large for the widget.

    Examples
    --------
    >>> player = Player("5x6", "pentominoes=0..1")
    >>> player.session = player.session.place("I", [(row, 0) for row in range(5)])
    >>> player.solved
    False
    """

    def __init__(
        self,
        problem: Problem | Puzzle | Session | Board | str,
        *pieces: PieceLike,
        height: int = 720,
    ) -> None:
        if isinstance(problem, Session) and pieces:
            raise RequestError("unexpected pieces: a Session already has pieces", where="pieces")
        session = problem if isinstance(problem, Session) else Session(_as_puzzle(problem, pieces))
        self._saved = session.save()
        self._saves = 1
        self._id = str(self._saved["puzzle"])
        self._title = session.puzzle.title
        self._whole = whole_id(session.puzzle)
        super().__init__(f"p/{self._id}", f"a board to play with, {self._title}", height)

    @property
    def session(self) -> Session:
        """The current game."""
        return Session.load(self._saved)

    @session.setter
    def session(self, session: Session) -> None:
        saved = session.save()
        if saved["puzzle"] != self._id:
            raise RequestError(
                "the session belongs to another puzzle. Create a new Player for this session.",
                where="session",
            )
        self._saved = saved
        self._saves += 1
        for key, value in self._stored_items().items():
            self.send({"to": "", "kept": {key: value}})

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.session.solved

    @property
    def tiling(self) -> Tiling:
        """The tiling on the board. Cells without a piece have the label -2."""
        return self.session.tiling

    def _answer_path(self, path: str) -> dict[str, Any] | None:
        answer = super()._answer_path(path)
        return (
            {**answer, "first": self._id, "title": self._title, "whole": self._whole}
            if path == "here.json" and answer
            else answer
        )

    @property
    def _key(self) -> str:
        return f"tilewright:play:{self._id}"

    def _stored_items(self) -> dict[str, str]:
        # Saves are numbered. The page takes over those with higher numbers than its own moves.
        game = {
            "session": self._saved,
            "saves": self._saves * 1_000_000,
            "share": 0,
            "solved": False,
        }
        return {self._key: json.dumps(game)}

    def _store_items(self, items: dict[str, str]) -> None:
        if self._key in items:
            self._saved = json.loads(items[self._key])["session"]


class Watcher(_PageFrame):
    """A widget that shows a search step by step in a notebook.

    Parameters
    ----------
    problem : Problem, Puzzle, Board or str
        The problem whose search is shown. A string is interpreted as a board or as the name of a
        puzzle.
    *pieces : Piece, str, array or list
        The pieces to use if `problem` is only a board.
    height : int
        The height of the widget, in pixels.

    Raises
    ------
    RequestError
        If `problem` is invalid or too large for the widget.

    Examples
    --------
    >>> Watcher("6x10", "pentominoes").label
    'a running search, 6 x 10'
    """

    def __init__(
        self, problem: Problem | Puzzle | Board | str, *pieces: PieceLike, height: int = 640
    ) -> None:
        puzzle = _as_puzzle(problem, pieces)
        super().__init__(f"watch/{whole_id(puzzle)}", f"a running search, {puzzle.title}", height)


class Viewer(_PageFrame):
    """A widget for browsing tilings in color in a notebook.

    Parameters
    ----------
    tilings : iterable of Tiling, Problem, or path-like
        If given an iterable, the viewer reads only the tilings that you look at. If a problem is
        given, all its tilings are shown. A path must point to a table of tilings; only the
        displayed tilings are read from the file.
    title : str
    height : int
        The height of the widget, in pixels.

    Raises
    ------
    RequestError
        If `tilings` has the wrong type, or if the file cannot be read.

    Examples
    --------
    >>> import tilewright as tw
    >>> Viewer(tw.tilings("4x5", "L5", "I5=3"), title="Four fives").label
    'tilings, Four fives'
    """

    def __init__(
        self,
        tilings: Iterable[Tiling] | Problem | str | os.PathLike[str],
        *,
        title: str = "Tilings",
        height: int = 640,
    ) -> None:
        self._tilings = _TilingSource(tilings)
        self._title = title
        super().__init__("tilings", f"tilings, {title}", height)

    def _answer_path(self, path: str) -> dict[str, Any] | None:
        word = path.removeprefix("api/tiling/")
        return super()._answer_path(path) if word == path else self._describe_tiling(word)

    def _describe_tiling(self, word: str) -> dict[str, Any]:
        number = int(word) if word.isdecimal() and len(word) < 19 else 0
        numbered_tiling = self._tilings.get(number)
        base: dict[str, Any] = {"number": 0, "count": self._tilings.count, "title": self._title}
        if numbered_tiling is None:
            return {**base, "tiles": []}
        number, tiling = numbered_tiling
        tiles, mask = list(tiling), tiling.labels != OUTSIDE
        # As far around the board as cells that touch it.
        copies = copied(mask, tiling.lattice, tiling.surface, tiling.lattice.reach)
        return {
            **base,
            **space_of(tiling, mask, copies),
            "number": number,
            "tiles": [
                {"piece": name, "color": color, "cells": [list(cell) for cell in cells]}
                for (name, cells), color in zip(
                    tiles, _colors([name for name, _ in tiles]), strict=True
                )
            ],
        }


def _colors(names: Sequence[str]) -> list[int]:
    """Return the color number of each tile: that of its piece, or its own if pieces are unknown."""
    if not any(names):
        return [number % 12 for number in range(len(names))]
    known = sorted(set(names))
    color_of = dict(zip(known, piece_colors(known), strict=True))
    return [color_of[name] for name in names]


class _TilingSource:
    """Access to tilings by number, for any iterable."""

    def __init__(self, source: Iterable[Tiling] | Problem | str | os.PathLike[str]) -> None:
        self.count: int | None = None
        self._seen: list[Tiling] = []
        self._sequence: Any = None
        self._rest: Iterator[Tiling] = iter(())
        if isinstance(source, str | os.PathLike):
            from tilewright.formats.tables import TilingTable

            source = TilingTable(source)
        if isinstance(source, Problem):
            from tilewright.solving.search import tilings

            source = tilings(source)
        if isinstance(source, Sized) and hasattr(source, "__getitem__"):
            self._sequence, self.count = source, len(source)
        elif isinstance(source, Iterable):
            self._rest = iter(source)
        else:
            raise TilingError(f"expected tilings, got {type(source).__name__}", where="tilings")

    def get(self, number: int) -> tuple[int, Tiling] | None:
        """Return the tiling with a number, or the last one if the number is too large; None if
        there are none.
        """
        while self._sequence is None and self.count is None and len(self._seen) <= number + 1:
            following = next(self._rest, None)
            if following is None:
                self.count = len(self._seen)
            else:
                self._seen.append(following)
        least = len(self._seen) if self.count is None else self.count
        if not least:
            return None
        number = min(number, least - 1)
        tiling = self._seen[number] if self._sequence is None else self._sequence[number]
        if not isinstance(tiling, Tiling):
            raise TilingError(f"expected a Tiling, got {type(tiling).__name__}", where="tilings")
        return number, tiling
