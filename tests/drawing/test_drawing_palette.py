"""Palettes that color-blind people can tell apart, and letters that can be read on them."""

from __future__ import annotations

import math
import re
from importlib import resources
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from naive_drawing import VISION, ciede2000, lab
from tilewright.apps.page.built import STATIC
from tilewright.drawing.model.palette import (
    DARK,
    LIGHT,
    PALETTES,
    PRINT,
    TILEWRIGHT,
    Palette,
    find_palette,
    hatching,
    linear_light,
    mix,
    readable_on,
    rgb,
)
from tilewright.errors import RequestError

#: The least CIEDE2000 distance between two colors of a palette, over all kinds of color vision. A
#: difference of 2 can be seen side by side; Okabe and Ito's own seven colors have 10.9.
LEAST = {"tilewright": 11.0, "okabe-ito": 10.8, "muted": 11.4, "light": 7.4, "grays": 7.5}


def luminance(color: str) -> float:
    return float(linear_light(color) @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_color_difference_is_the_published_one() -> None:
    # Pairs 1, 7, 17 and 25 of Sharma, Wu and Dalal's table of test data.
    for one, two, expected in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ):
        assert ciede2000(one, two) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("vision", VISION)
def test_colors_can_be_told_apart(name: str, vision: str) -> None:
    for one, two in combinations(PALETTES[name].colors, 2):
        assert ciede2000(lab(one, vision), lab(two, vision)) >= LEAST[name], (one, two)


def oklch(color: str) -> tuple[float, float, float]:
    """Lightness, chroma and hue in degrees of a color (B. Ottosson, "A perceptual color space for
    image processing", 2020)."""
    cones = np.cbrt(
        np.array(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ]
        )
        @ linear_light(color)
    )
    lightness, a, b = (
        np.array(
            [
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ]
        )
        @ cones
    ).tolist()
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def test_the_colors_are_one_family() -> None:
    assert oklch("#ffffff")[0] == pytest.approx(1, abs=1e-3)
    assert oklch("#ff0000") == pytest.approx((0.628, 0.2577, 29.23), abs=0.01)
    found = [oklch(color) for color in TILEWRIGHT.colors]
    for lightness, chroma, _ in found:
        # Three tones, the same for all hues.
        assert min(abs(lightness - tone) for tone in (0.5, 0.6, 0.7)) <= 0.02
        assert 0.11 <= chroma <= 0.165
    hues = sorted(hue for _, _, hue in found)
    assert max(two - one for one, two in pairwise([*hues, hues[0] + 360])) <= 80
    for one, two in combinations(TILEWRIGHT.colors, 2):
        assert ciede2000(lab(one, "full color"), lab(two, "full color")) >= 15, (one, two)


def test_the_first_three_colors_differ_most() -> None:
    for vision in VISION:
        for one, two in combinations(TILEWRIGHT.colors[:3], 2):
            assert ciede2000(lab(one, vision), lab(two, vision)) >= 25


@pytest.mark.parametrize("name", PALETTES)
def test_letters_can_be_read_on_every_color(name: str) -> None:
    for number in range(2 * len(PALETTES[name])):
        color = PALETTES[name].color(number)
        assert contrast(color, readable_on(color)) >= 4.3, color


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_and_lines_stand_out(theme: object) -> None:
    assert contrast(theme.text, theme.background) >= 7  # type: ignore[attr-defined]
    assert contrast(theme.note, theme.background) >= 4.5  # type: ignore[attr-defined]
    assert contrast(theme.accent, theme.board) >= 3  # type: ignore[attr-defined]


def test_each_color_has_its_own_hatching() -> None:
    assert len({hatching(number)[1] for number in range(len(TILEWRIGHT))}) == len(TILEWRIGHT) == 12


def test_colors_go_on_beyond_the_palette() -> None:
    colors = [TILEWRIGHT.color(number) for number in range(36)]
    assert len(set(colors)) == 36
    assert colors[:12] == list(TILEWRIGHT.colors)


def test_colors_are_mixed_and_read() -> None:
    assert rgb("#0a1fff") == (10, 31, 255)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert find_palette(None) is TILEWRIGHT
    own = Palette("own", ("#123456",))
    assert find_palette(own) is own
    for wrong in ("red", "#12345", "#12345g", "123456#"):
        with pytest.raises(RequestError, match="#rrggbb"):
            find_palette(Palette("wrong", (wrong,)))
    with pytest.raises(RequestError, match="at least one color"):
        find_palette(Palette("none", ()))


def page(name: str) -> str:
    return (
        resources.files("tilewright.apps.page").joinpath("static", name).read_text(encoding="utf-8")
    )


def test_the_page_has_the_colors_of_the_pictures() -> None:
    shown = page("parts/palette.js").partition("export const COLORS = [")[2].partition("]")[0]
    assert tuple(re.findall(r"#[0-9a-f]{6}", shown)) == TILEWRIGHT.colors
    assert set(re.findall(r"#[0-9a-f]{6}", page("icon.svg"))) <= {*TILEWRIGHT.colors, LIGHT.ink}


def tokens() -> list[dict[str, str]]:
    """The colors that the page has in the light, in the dark, and in the dark where the system asks
    for it.
    """
    return [
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root[^{]*\{([^}]*)\}", page("tokens.css"))
        if "--paper" in block
    ]


def test_the_page_has_the_themes_of_the_pictures() -> None:
    light, dark, follows, printed = tokens()
    assert dark == follows
    names = ("cell-a", "cell-b", "well", "grid", "ink", "muted", "accent")
    for theme, css in ((LIGHT, light), (DARK, dark), (PRINT, printed)):
        found = (
            theme.board,
            theme.empty,
            theme.well,
            theme.line,
            theme.text,
            theme.note,
            theme.accent,
        )
        assert found == tuple(css[name] for name in names), theme.name
    assert (LIGHT.background, DARK.background, PRINT.background) == (
        light["surface"],
        dark["paper"],
        printed["paper"],
    )


def test_colors_are_said_once() -> None:
    """The style sheet and the views take their colors from the tokens."""
    styles = list((STATIC / "styles").glob("*.css"))
    assert styles
    for style in styles:
        assert not re.findall(r"#[0-9a-f]{3,6}\b", style.read_text(encoding="utf-8")), style.name
    views = list((STATIC / "views").rglob("*.js"))
    assert views
    for view in views:
        assert not re.findall(r'"#[0-9a-fA-F]{3,6}"', view.read_text(encoding="utf-8")), view.name


def test_pieces_and_cells_stand_out() -> None:
    light, dark, *_ = tokens()
    for css, least in ((light, 2.1), (dark, 1.9)):
        for cell in ("cell-a", "cell-b"):
            for color in TILEWRIGHT.colors:
                assert contrast(color, css[cell]) >= least, (color, cell)
    # The board is sunk into the page, and its cells are the brightest thing on it.
    assert contrast(light["well"], light["paper"]) >= 1.3
    assert contrast(light["cell-a"], light["well"]) >= 1.35
    assert luminance(light["cell-a"]) > luminance(light["paper"])
    assert contrast(dark["cell-b"], dark["well"]) >= 1.35
    for css in (light, dark):
        for name, ground in (
            ("ink", "paper"),
            ("muted", "paper"),
            ("muted", "cell-b"),
            ("accent-ink", "accent"),
        ):
            assert contrast(css[name], css[ground]) >= 4.5, (name, ground)


def test_colors_keep_apart_from_the_boards_that_they_are_on() -> None:
    for color in TILEWRIGHT.colors:
        for board in (LIGHT.board, LIGHT.background, DARK.board, DARK.background):
            assert ciede2000(lab(color, "full color"), lab(board, "full color")) >= 11, (
                color,
                board,
            )


def color_of(picture: tw.drawing.Picture, tiling: tw.Tiling, piece: str) -> str:
    """The color of the first cell of a piece."""
    (row, column), *_ = next(cells for name, cells in tiling if name == piece)
    return picture.cell_color(picture.fill_at(row + 0.5, column + 0.5))


def test_pieces_have_colors_of_their_own() -> None:
    tiling = tw.solve("6x10 pentominoes")
    assert tiling is not None
    plain = tw.draw(tiling)
    picture = tw.draw(
        tiling, colors={"X5": "#D33", "T": "SteelBlue", "V5": "#123456", "W5": "#123456"}
    )
    given = {"X5": "#dd3333", "T5": "#4682b4", "V5": "#123456", "W5": "#123456"}
    for name in tiling.names:
        assert color_of(picture, tiling, name) == given.get(name, color_of(plain, tiling, name))
    assert "#dd3333" in picture.svg() and "#dd3333" not in plain.svg()
    assert (tw.draw(tiling, colors={}).fill == plain.fill).all()


def test_tiles_have_colors_of_their_own_beside_cells_without_tiles() -> None:
    labels = [[0, 0, -1], [1, -2, -3]]
    picture = tw.draw(labels, colors=["gold", "#369"])
    plain = tw.draw(labels)
    assert [picture.cell_color(number) for number in picture.fill.ravel().tolist()] == [
        "#ffd700",
        "#ffd700",
        plain.cell_color(-1),
        "#336699",
        plain.cell_color(-2),
        plain.cell_color(-3),
    ]
    named = tw.draw(labels, names=["A", "B"], colors={"B": "#000000"})
    assert named.cell_color(int(named.fill[1, 0])) == "#000000"


@pytest.mark.parametrize(
    ("colors", "said"),
    [
        ({"Q5": "red"}, "no piece 'Q5'; its pieces are F5, I5, L5"),
        ({"X5": "stealblue"}, "unknown color 'stealblue'; did you mean steelblue"),
        ({"X5": "#12345"}, "unknown color"),
        ({"X5": 7}, "must be a string"),
        (["red"], "a list of 12 colors"),
        ("red", "a list of 12 colors"),
    ],
)
def test_wrong_colors_are_refused(colors: Any, said: str) -> None:
    tiling = tw.solve("6x10 pentominoes")
    assert tiling is not None
    with pytest.raises(RequestError, match=said):
        tw.draw(tiling, colors=colors)
    with pytest.raises(RequestError, match="pieces of the tiles are unknown"):
        tw.draw([[0, 0]], colors={"domino": "red"})
