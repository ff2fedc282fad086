"""Random problems on lattices of one's own, for the checks of `agreement`; and more checks, of
pictures and of games.

As a program it tries many of them::

    python tests/support/own_cases.py FIRST HOWMANY [CHECK …]
"""

from __future__ import annotations

import contextlib
import random
import sys
from dataclasses import dataclass, replace

import numpy as np

import agreement
import naive_lattice
import naive_moves
import tilewright as tw
from cases import Case, Shape
from own_lattices import SHAPES, random_lattice
from tilewright.drawing import draw, draw_answer, draw_problem
from tilewright.drawing.model.picture import THICK
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.lattice import Lattice
from tilewright.model.space.polyform import Polyform
from tilewright.puzzles.play import Session
from tilewright.solving.coloring import check_coloring, color, graph
from trial import Trial, in_order

Cell = tuple[int, ...]
#: Commands and files know the lattices of tilewright only, and there are no rectangles of other
#: cells.
COMMON = tuple(
    name for name in agreement.CHECKS if name not in ("json", "texts", "files", "rectangles")
)


@dataclass(frozen=True)
class OwnCase(Case):
    """A problem on a lattice of one's own; the lattice is known by its name."""

    @property
    def own(self) -> Lattice:
        return naive_lattice.OWN[self.lattice]

    def board(self) -> Board:
        signs = np.array([list(row) for row in self.rows])
        alphabet = tuple(sorted({*signs.ravel().tolist()} - set("#?.")))
        marks = sum(
            (number * (signs == sign) for number, sign in enumerate(alphabet, 1)),
            np.zeros(signs.shape, int),
        )
        return Board(
            signs != ".",
            optional=signs == "?",
            marks=marks,
            alphabet=alphabet,
            lattice=self.own,
            surface=self.surface,
        )

    def problem(self) -> Problem:
        pieces = [
            tw.Piece(
                Polyform(shape.cells, self.own),
                f"piece{number}",
                shape.least,
                shape.most,
                shape.turn,  # type: ignore[arg-type]
                shape.marks if any(shape.marks) else (),
            )
            for number, shape in enumerate(self.shapes)
        ]
        placed = [(pieces[k].name, cells) for k, cells in self.placed]
        return Problem(
            self.board(),
            *pieces,
            turn=self.turn,  # type: ignore[arg-type]
            placed=placed,
            empty=self.empty,
            by_wrap=self.by_wrap,
            marks_agree=dict(self.agree),
        )

    def command(self, verb: str, *options: str) -> str:
        return f"{verb} {' '.join(options)} of {replace(self)!r} on {self.own!r}"


def own_case(number: int) -> OwnCase:
    """Draw problem number `number` on a lattice of one's own."""
    rng = random.Random(f"own {number}")
    lattice = random_lattice(rng, rng.choice(sorted(SHAPES)), rng.choice((0, 1, 2)))
    lattice = replace(lattice, name=f"own{number}")
    naive_lattice.OWN[lattice.name] = lattice
    surface = rng.choice(("flat",) * 4 + ("torus", "cylinder"))
    turn = rng.choice(("free", "free", "one-sided", "fixed"))
    shapes = [_shape(rng, lattice) for _ in range(rng.choice((1, 2, 2, 3)))]
    if surface != "flat" and rng.random() < 0.7:
        shapes = [replace(shape, least=0, most=None) for shape in shapes]
    if surface == "flat":
        cells = _carved(rng, lattice, shapes, turn)
    else:
        rows, periods = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (3, 2), (2, 3)])
        while rows * periods * lattice.kinds > 24 and rows * periods > 1:
            rows, periods = (rows - 1, periods) if rows > 1 else (1, periods - 1)
        cells = {(r, c) for r in range(rows) for c in range(periods * lattice.kinds)}
    signs = dict.fromkeys(cells, "#")
    if rng.random() < 0.3:
        signs = {
            cell: rng.choice("##?") if rng.random() < 0.5 else sign for cell, sign in signs.items()
        }
    if surface != "flat" and rng.random() < 0.4:
        for cell in rng.sample(sorted(signs), min(len(signs), rng.randint(1, 3))):
            signs[cell] = "."
    if rng.random() < 0.2:
        for cell in rng.sample(sorted(signs), min(len(signs), 2)):
            signs[cell] = rng.choice("a.")
    case = OwnCase(
        _drawn(signs, lattice.kinds), tuple(shapes), turn, lattice=lattice.name, surface=surface
    )
    if all(sign == "." for sign in signs.values()):
        return own_case(number + 1_000_000)
    if rng.random() < 0.1 and "?" not in signs.values():
        most = rng.randint(1, 3)
        case = replace(case, empty=(rng.randint(0, most), most))
    if rng.random() < 0.2 and surface != "flat":
        case = replace(case, by_wrap=True)
    return case


def _shape(rng: random.Random, lattice: Lattice) -> Shape:
    cells: set[Cell] = {(0, rng.randrange(lattice.kinds))}
    size = rng.choice((1, 2, 2, 3, 3, 4, 5))
    while len(cells) < size:
        near = {
            other for cell in cells for other in naive_lattice.neighbors(lattice.name, cell)
        } - cells
        if rng.random() < 0.1:
            near = {
                other for cell in cells for other in naive_lattice.touching(lattice.name, cell)
            } - cells
        cells.add(rng.choice(sorted(near)))
    least, most = rng.choice(((0, None), (0, None), (0, None), (1, None), (0, 2), (1, 3)))
    marks = ("",) * size
    if rng.random() < 0.1:
        marks = (*marks[1:], "a")
    return Shape(
        tuple(sorted(cells)), marks, least, most, rng.choice((None, None, None, None, "fixed"))
    )


def _carved(rng: random.Random, lattice: Lattice, shapes: list[Shape], turn: str) -> set[Cell]:
    """Draw the cells of some pieces, laid side by side, and mostly ask for numbers of copies that
    these have.
    """
    used = [0] * len(shapes)
    area = rng.choice((6, 8, 10, 12, 16))
    cells: set[Cell] = set()
    for _ in range(60):
        if len(cells) >= area:
            break
        number = rng.randrange(len(shapes))
        piece = Polyform(shapes[number].cells, lattice)
        element = rng.choice(lattice.turns[shapes[number].turn or turn])  # type: ignore[index]
        turned = lattice.turned(element, piece.cells)
        near = {
            other for cell in cells for other in naive_lattice.neighbors(lattice.name, cell)
        } - cells or {(0, 0)}
        row, column = rng.choice(sorted(near))
        to = rng.choice(turned)
        across = column - to[1]
        across -= across % lattice.kinds
        laid = {(r + row - to[0], c + across) for r, c in turned}
        if not laid & cells:
            cells |= laid
            used[number] += 1
    if rng.random() < 0.8:
        for number, shape in enumerate(shapes):
            least, most = rng.choice(
                ((0, None), (0, None), (used[number], used[number]), (1, None), (0, used[number]))
            )
            shapes[number] = replace(shape, least=min(least, used[number]), most=most)
    if rng.random() < 0.2:
        near = {
            other for cell in cells for other in naive_lattice.neighbors(lattice.name, cell)
        } - cells
        cells.add(rng.choice(sorted(near)))
    return cells


def _drawn(signs: dict[Cell, str], kinds: int) -> tuple[str, ...]:
    """Return the rows of a board, moved to the origin."""
    top, left = (min(cell[axis] for cell in signs) for axis in (0, 1))
    left -= left % kinds
    height, width = (
        max(cell[axis] for cell in signs) + 1 - low for axis, low in ((0, top), (1, left))
    )
    width += -width % kinds
    return tuple(
        "".join(signs.get((row + top, column + left), ".") for column in range(width))
        for row in range(height)
    )


def check_pictures(trial: Trial) -> None:
    """Pictures have a line on each side between two tiles, and none that a tile lies across;
    neighbors have other colors.
    """
    twin, lattice = trial.twin, trial.case.lattice
    draw_problem(trial.problem)
    for seen in sorted(twin.seen, key=in_order)[:2]:
        tiling = trial.tiling(seen)
        owner = {
            cell: number
            for number, (_, cells) in enumerate(in_order(seen))
            for cell in map(tuple, cells)
        }
        lines = 0
        pairs = set()
        for cell in twin.letter:
            for step in naive_lattice.neighbors(lattice, cell):
                other = twin.space.board_cell(naive_moves.center(lattice, step))
                one, two = owner.get(cell, -2), -1 if other is None else owner.get(other, -2)
                apart = one != two
                # A side between cells of the board is drawn once, others at each cell that they
                # belong to.
                lines += apart * (1 if step in twin.letter else 2)
                pairs |= {(one, two)} if min(one, two) >= 0 and one != two else set()
        picture = draw(tiling)
        assert picture.mesh is not None
        trial.same(
            lines,
            2 * int((picture.mesh.weight == THICK).sum()),
            "show",
            call=f"lines of {tiling.labels}",
        )
        color = picture.mesh.fill[np.unique(picture.mesh.region, return_index=True)[1]]
        colors = dict(zip(np.unique(picture.mesh.region).tolist(), color.tolist(), strict=True))
        number = {owner[cell]: int(tiling.labels[cell]) for cell in owner}
        same = [(one, two) for one, two in pairs if colors[number[one]] == colors[number[two]]]
        trial.same([], same, "show", call=f"neighbors of one color, {tiling.labels}")
        for way in ("piece", "orientation", "parity", "touch"):
            draw(
                tiling, color_by=way, letters=True, grid=True, marks=trial.problem.board
            )._repr_svg_()
        draw_answer(trial.problem, tiling, title="answer")
        with contextlib.suppress(tw.errors.TilingError):
            trial.same("none", tiling.heights(), "show", call="heights")
        picture._repr_svg_()


def check_images(trial: Trial) -> None:
    """Images of a tiling have the pieces of the tiling, and all of them the same first image."""
    if trial.problem.turn != "free" or any(piece.turn for piece in trial.problem.pieces):
        return
    for seen in sorted(trial.twin.seen, key=in_order)[:2]:
        tiling = trial.tiling(seen)
        images = [tiling.transform(element) for element in trial.case.own.elements]  # type: ignore[attr-defined]
        for image in images:
            sizes = sorted(len(cells) for _, cells in image)
            trial.same(
                sorted(len(cells) for _, cells in seen),
                sizes,
                "show",
                call=f"transform of {tiling.labels}",
            )
        if not trial.problem.board.surface.joined:
            firsts = {image.canonical() for image in images}
            trial.same(1, len(firsts), "show", call=f"canonical() of images of {tiling.labels}")


def check_more_colors(trial: Trial) -> None:
    """Tiles that touch within a distance, and the outside, are those that do; colorings are
    verified.
    """
    lattice, twin = trial.case.lattice, trial.twin
    for seen in sorted(twin.seen, key=in_order)[:1]:
        tiling = trial.tiling(seen)
        number = {cell: int(tiling.labels[cell]) for cell in twin.letter}
        for touch in ("edge", "strong", 2):
            wanted: set[tuple[int, int]] = set()
            for cell in twin.letter:
                reached = {cell}
                for _ in range(2 if touch == 2 else 1):
                    reached |= {
                        other
                        for one in reached
                        for other in naive_lattice.touching(
                            lattice, one, 2 if touch == "edge" else 1
                        )
                    }
                for place in reached - {cell}:
                    other = twin.space.board_cell(naive_moves.center(lattice, place))
                    pair = number[cell], len(tiling) if other is None else number[other]
                    wanted |= (
                        {(min(pair), max(pair))} if min(pair) >= 0 and pair[0] != pair[1] else set()
                    )
            contacts = graph(tiling, touch, outside=True)
            got = {(int(one), int(two)) for one, two in contacts.edges()}
            trial.same(
                wanted,
                {(min(pair), max(pair)) for pair in got},
                "color",
                call=f"{touch=} of {tiling.labels}",
            )
            answer = color(tiling, touch, outside=True)
            assert answer.coloring is not None
            check_coloring(tiling, answer.coloring, touch, outside=answer.outside)


def check_drawn_games(trial: Trial) -> None:
    """A game in which outlines are drawn is solved when the sides between all tiles are."""
    twin = trial.twin
    session = Session(Puzzle.of(trial.problem, kind="dots"))
    if not session.rules.drawn or trial.case.by_wrap or trial.problem.empty_most:
        return
    for seen in sorted(twin.seen, key=in_order)[:2]:
        game = session
        for _, cells in in_order(seen):
            game = game.outline(map(tuple, cells))
        trial.same(True, game.solved, "play", call=f"outlines of {in_order(seen)}")
        game.hint(timeout=3600.0)


#: The checks of this module, by name.
MORE = {
    name.removeprefix("check_"): check
    for name, check in list(vars().items())
    if name.startswith("check_m") or name in ("check_pictures", "check_images", "check_drawn_games")
}
agreement.CHECKS.update(MORE)
CHECKS = (*COMMON, *MORE)


def judge(case: OwnCase, seed: int, names: tuple[str, ...] = CHECKS) -> dict[str, str] | None:
    """Run checks on a case, like `agreement.judge`."""
    return agreement.judge(case, seed, names)


def main(words: list[str]) -> int:
    """Judge many cases, like `agreement.main`."""
    return agreement.main(words, own_case, CHECKS, lambda case: f"{case.surface} {case.own.cells}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
