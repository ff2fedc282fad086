"""Plot how states and time grow with the width, as ``docs/images/count-growth.svg``.

``python -m benchmarks.plot_growth`` measures and draws; it takes about a minute.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tilewright.counting import count
from tilewright.counting.frontier.builder import closed_graph
from tilewright.counting.frontier.graph import BackwardCounts, Growth
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.model.problem import Problem

FOLDER = Path(__file__).parent.parent / "docs" / "images"
#: Pieces, cells of each, widths, color.
FAMILIES = [
    ("dominoes", 2, range(2, 19), "#099477"),
    ("trominoes", 3, range(2, 14), "#c19218"),
    ("tetrominoes", 4, range(2, 10), "#5256bf"),
    ("pentominoes", 5, range(3, 9), "#ab2f51"),
]
COLORS = {name: color for name, _, _, color in FAMILIES}


def measure() -> list[dict[str, float | str]]:
    """Build the closed graph of each width, and pull it through one board of about 4 widths."""
    found: list[dict[str, float | str]] = []
    count(Problem("2x12", "dominoes+"))  # compiles the kernels
    for name, size, widths, _ in FAMILIES:
        for width in widths:
            length = next(n for n in range(width + size, width + 3 * size) if n * width % size == 0)
            repeat = find_repeat(Problem(f"{length}x{width}", f"{name}+"), 0)
            assert repeat is not None
            began = time.process_time()
            graph = closed_graph(repeat, Growth(4 << 30))
            built = time.process_time() - began
            flow = BackwardCounts(graph)
            began = time.process_time()
            flow.run(length * width, 0)
            line = (time.process_time() - began) / length
            found.append(
                {
                    "pieces": name,
                    "width": width,
                    "boundary": int(graph.offset[1]),
                    "states": graph.states,
                    "edges": graph.edges,
                    "bytes": graph.nbytes + flow.counts.nbytes,
                    "build": built,
                    "row": line,
                }
            )
            print(found[-1], file=sys.stderr, flush=True)
    return found


def panel(
    rows: list[dict[str, float | str]],
    key: str,
    title: str,
    left: int,
    low: int,
    high: int,
    *,
    colors: Mapping[str, str] = COLORS,
    axis: str = "width of the board, cells",
) -> list[str]:
    """Return one plot with a logarithmic axis from 10^low to 10^high as SVG elements."""
    width, height, top = 300, 260, 40
    across = lambda w: left + (float(w) - 2) / 16 * width  # noqa: E731
    down = lambda v: top + height - (math.log10(v) - low) / (high - low) * height  # noqa: E731
    parts = [f'<text x="{left}" y="{top - 14}" font-weight="bold">{title}</text>']
    for power in range(low, high + 1):
        y = down(10.0**power)
        parts.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#d9ccb8"/>')
        parts.append(
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">10<tspan dy="-4" '
            f'font-size="8">{power}</tspan></text>'
        )
    for w in range(2, 19, 2):
        parts.append(
            f'<text x="{across(w):.1f}" y="{top + height + 18}" text-anchor="middle">{w}</text>'
        )
    parts.append(
        f'<text x="{left + width / 2}" y="{top + height + 36}" text-anchor="middle">{axis}</text>'
    )
    return parts + curves(rows, key, left, low, high, colors=colors)


def curves(
    rows: list[dict[str, float | str]],
    key: str,
    left: int,
    low: int,
    high: int,
    *,
    dashed: bool = False,
    colors: Mapping[str, str] = COLORS,
) -> list[str]:
    """Return the curves of a plot; dashed ones are a second kind, and have no names."""
    width, height, top = 300, 260, 40
    across = lambda w: left + (float(w) - 2) / 16 * width  # noqa: E731
    down = lambda v: top + height - (math.log10(v) - low) / (high - low) * height  # noqa: E731
    parts = []
    names: list[tuple[float, float]] = []
    for name, color in colors.items():
        mine = [r for r in rows if r["pieces"] == name and float(r[key]) >= 10.0**low]
        if not mine:
            continue
        points = " ".join(f"{across(r['width']):.1f},{down(float(r[key])):.1f}" for r in mine)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"'
            + (' stroke-dasharray="5 4"/>' if dashed else "/>")
        )
        if dashed:
            continue
        x, y = across(mine[-1]["width"]) + 5, down(float(mine[-1][key]))
        while any(abs(x - other) < 80 and abs(y - line) < 12 for other, line in names):
            y -= 1  # above a name that is there
        names.append((x, y))
        parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}">{name}</text>')
    return parts


def main() -> None:
    """Measure (or read rows of JSON from the file named) and write the picture."""
    rows = json.loads(Path(sys.argv[1]).read_text()) if len(sys.argv) > 1 else measure()
    for row in rows:
        row["pieces"] = str(row["pieces"]).rstrip("+")
    parts = panel(rows, "boundary", "states between two rows", 60, 0, 6)
    parts += panel(rows, "bytes", "bytes held", 480, 2, 9)
    parts += panel(rows, "row", "seconds for a row; dashed: for the state graph", 900, -6, 2)
    parts += curves(rows, "build", 900, -6, 2, dashed=True)
    write(parts, "count-growth.svg")


def write(parts: list[str], name: str) -> None:
    """Write three plots beside each other as a picture of the docs."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / name).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1310 350" font-family="Figtree, '
        'sans-serif" font-size="12" '
        'fill="#6a625a">\n' + "\n".join(parts) + "\n</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
