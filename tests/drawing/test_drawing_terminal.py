"""Pictures on terminals: junctions, colors at every depth, sizes, and drawing in place."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from tilewright.drawing import (
    SIZES,
    UNCOVERED,
    animate,
    draw,
    draw_board,
    draw_frames,
    draw_pieces,
    terminal,
)
from tilewright.drawing.model.picture import THICK
from tilewright.errors import RequestError

LABELS = npst.arrays(
    np.int32, st.tuples(st.integers(1, 5), st.integers(1, 6)), elements=st.integers(-3, 4)
)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
ARMS = dict(zip(" ╵╶└╷│┌├╴┘─┴┐┤┬┼", range(16), strict=True))


class Screen(io.StringIO):
    """A terminal just clever enough for `animate`: lines, cursor up, clear to the end of the
    line."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.row = 0
        self.hidden = False
        self.fresh = True

    def write(self, text: str) -> int:
        for part in re.findall(r"\x1b\[\??[0-9;]*[A-Za-z]|\n|[^\x1b\n]+", text):
            if part == "\n":
                self.row += 1
                self.lines += [""] * (self.row + 1 - len(self.lines))
                self.fresh = True
            elif part in ("\x1b[?25l", "\x1b[?25h"):
                self.hidden = part.endswith("l")
            elif part.endswith("F"):
                self.row -= int(part[2:-1])
                assert self.row >= 0
                self.fresh = True
            elif part.endswith("K"):
                if self.fresh:
                    self.lines[self.row] = ""
            elif not part.endswith("m"):
                self.lines[self.row] = part if self.fresh else self.lines[self.row] + part
                self.fresh = False
        return len(text)


@given(LABELS)
def test_every_junction_has_the_arms_of_its_edges(labels: np.ndarray) -> None:
    picture = draw(labels)
    rows, columns = labels.shape
    for size, (tall, wide) in (("large", (2, 4)), ("compact", (1, 2))):
        lines = [
            line.ljust(wide * columns + 1)
            for line in terminal(picture, color="none", size=size).split("\n")
        ]
        for row in range(rows + 1):
            for column in range(columns + 1):
                arms = ARMS[lines[tall * row][wide * column]]
                assert bool(arms & 1) == (row > 0 and picture.vertical[row - 1, column] == THICK)
                assert bool(arms & 2) == (
                    column < columns and picture.horizontal[row, column] == THICK
                )
                assert bool(arms & 4) == (row < rows and picture.vertical[row, column] == THICK)
                assert bool(arms & 8) == (
                    column > 0 and picture.horizontal[row, column - 1] == THICK
                )


@given(LABELS)
def test_plain_text_has_the_same_lines_as_box_drawing(labels: np.ndarray) -> None:
    picture = draw(labels)
    plain = terminal(picture, color="none", unicode=False)
    assert plain.isascii()
    for one, two in zip(
        plain.split("\n"), terminal(picture, color="none").split("\n"), strict=True
    ):
        assert len(one) == len(two)
        assert all(
            (b == "─") == (a == "-" and b in "─╴╶")
            for a, b in zip(one, two, strict=True)
            if b == "─"
        )
        assert all((a == " ") == (b == " ") for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize("depth", ["truecolor", "256", "16"])
@pytest.mark.parametrize("size", ["flush", "large", "blocks"])
def test_each_cell_stands_on_its_own_color(depth: str, size: str) -> None:
    labels = np.array([[0, 0, 1], [2, 1, 1], [2, 2, 3]])
    picture = draw(labels)
    tall, wide, row, column = {
        "flush": (2, 4, 1, 2),
        "large": (2, 4, 1, 2),
        "blocks": (1, 2, 0, 0),
    }[size]
    lines = terminal(picture, color=depth, size=size).split("\n")  # type: ignore[arg-type]
    grounds = {}
    for r in range(3):
        at: list[str] = []
        ground = ""
        for part in re.findall(r"\x1b\[[0-9;]*m|.", lines[tall * r + row]):
            if part.startswith("\x1b"):
                ground = part
            else:
                at.append(ground)
        for c in range(3):
            # A number has one ground everywhere, whether a line or a letter stands on it.
            code = re.sub(r"^\x1b\[(38;2;\d+;\d+;\d+|38;5;\d+|\d\d);", "", at[wide * c + column])
            assert grounds.setdefault(int(picture.fill[r, c]), code) == code != ""
    assert (
        len(set(grounds.values())) == len(grounds) == 4 - (picture.fill[2, 2] in picture.fill[:2])
    )


def test_no_color_means_no_escape() -> None:
    picture = draw([[0, 1], [0, UNCOVERED]], marks=[(0, 0)], highlight=[(0, 1)], caption="two")
    for unicode in (True, False):
        assert "\x1b" not in terminal(picture, color="none", unicode=unicode)
    assert terminal(picture, color="none", unicode=False) == (
        "+---+---+\n| o |( )|\n|   +---+\n|   | . |\n+---+---+\ntwo"
    )


def test_the_size_follows_the_room() -> None:
    labels = np.arange(400).reshape(20, 20) // 2

    def widest(**options: object) -> int:
        text = terminal(draw(labels), **options)  # type: ignore[arg-type]
        return max(len(ESCAPE.sub("", line)) for line in text.split("\n"))

    assert widest(width=81) == 81 - 1  # flush: the right border is the end of the color
    assert widest(width=81, color="none") == 81
    assert widest(width=80) == 40
    assert widest(width=81, height=24) == 40
    assert widest(width=80, color="none") == 41
    assert widest(width=39) == 20
    assert widest(width=12) == 12
    assert "20x20 cells is too large for 12 characters" in terminal(
        draw(labels), width=12, color="none"
    )


def test_half_blocks_hold_two_cells() -> None:
    text = terminal(draw([[0, 1], [1, -1], [2, 2]], coloring=[0, 1, 2]), size="halves")
    first, second = text.split("\n")
    assert ESCAPE.sub("", first) == "▀▀"
    assert ESCAPE.sub("", second) == "▀▀"
    assert first.count("\x1b[38;2;193;146;24") == 1


def test_names_of_pieces_are_where_they_fit() -> None:
    text = terminal(draw_pieces("tetrominoes", columns=19), color="none", width=80)
    assert max(map(len, text.split("\n"))) <= 80
    words = text.split()
    assert [word for word in words if word in set("ILOST")] == list("ILOST")
    assert words.count("orientations") == 4
    assert words.count("orientation") == 1


def test_hatching_tells_colors_apart_without_color() -> None:
    picture = draw([[0, 0, 1], [2, 1, 1]], coloring=[1, 4, 6], patterns=True, letters=True)
    assert terminal(picture, color="none", unicode=False) == (
        "+-------+---+\n| 0 ////|\\\\\\|\n+---+---+\\\\\\|\n| 2 |\\\\\\\\ 1 |\n+---+-------+"
    )
    assert {"╱", "╲", "╳"} <= set(terminal(picture))


def test_sizes_that_need_what_there_is_not_are_refused() -> None:
    picture = draw_board(np.ones((2, 2)), modulus=2)
    for size in ("flush", "halves", "reduced"):
        with pytest.raises(RequestError, match="requires colors and Unicode"):
            terminal(picture, color="none", size=size)
    with pytest.raises(RequestError, match=f"`size` must be one of {', '.join(SIZES)}, got 'big'"):
        terminal(picture, size="big")  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="truecolor, 256, 16, none, got '8'"):
        terminal(picture, color="8")  # type: ignore[arg-type]


def frames() -> list[np.ndarray]:
    whole = np.array([[0, 0, 1, 1], [0, 2, 2, 1], [3, 3, 2, 4], [3, 4, 4, 4]])
    return [np.where(whole < count, whole, UNCOVERED) for count in (0, 1, 2, 3, 2, 3, 4, 5)]


@pytest.mark.parametrize("color", ["truecolor", "none"])
def test_animation_draws_in_place_and_ends_with_the_last_picture(color: str) -> None:
    screen = Screen()
    slept: list[float] = []
    count = animate(draw_frames(frames()), screen, milliseconds=40, color=color, sleep=slept.append)  # type: ignore[arg-type]
    pictures = list(draw_frames(frames()))
    last = terminal(pictures[-1], color=color)  # type: ignore[arg-type]
    shown = "\n".join(line.rstrip() for line in screen.lines).rstrip()
    assert shown == "\n".join(line.rstrip() for line in ESCAPE.sub("", last).split("\n")).rstrip()
    assert count == 8
    assert slept == [0.04] * 8
    assert not screen.hidden
    assert screen.row == len(screen.lines) - 1


def test_interrupting_an_animation_gives_the_cursor_back() -> None:
    screen = Screen()

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        animate(draw_frames(frames()), screen, sleep=interrupt)
    assert not screen.hidden
    assert screen.row == len(screen.lines) - 1


def test_an_animation_stays_on_the_screen() -> None:
    screen = Screen()
    animate(draw_frames(frames()), screen, height=6, size="large", sleep=lambda _: None)
    assert len(screen.lines) <= 6
