"""Draw the pictures of the page *Design*: a board in the light and in the dark, a hole, and the
twelve colors.
"""

from pathlib import Path

import numpy as np

import tilewright as tw
from tilewright.drawing import PALETTES, draw, draw_puzzle, save

HERE = Path(__file__).parent


def main() -> None:
    """Write the pictures beside this file."""
    tiling = next(iter(tw.tilings("6x10 pentominoes", limit=1, seed=4)))
    for name, theme in (("board", "light"), ("dark", "dark")):
        save(draw(tiling, letters=True), HERE / f"design-{name}.svg", theme=theme)
    placed = ["V5:0,0-0,1-0,2-1,0-2,0", "L5:4,4-4,5-4,6-4,7-5,7"]
    problem = tw.Problem(
        "6x8-2,3-2,4-3,3", *(f"{letter}5" for letter in "TWPLVZUYN"), placed=placed
    )
    save(draw_puzzle(problem, title="A board with a hole"), HERE / "design-hole.svg")
    colors = np.arange(len(PALETTES["tilewright"].colors)).reshape(2, -1)
    save(draw(colors, coloring=colors, letters=True), HERE / "design-colors.svg")


if __name__ == "__main__":
    main()
