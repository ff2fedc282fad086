"""The main job on real input: solve, enumerate, and draw. Run it with ``make demo``."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

import tilewright as tw
from tilewright.apps.command.answers import print_picture
from tilewright.drawing import draw, draw_frames, draw_pieces, save, sheet
from tilewright.model.puzzle import named_puzzles
from tilewright.solving.search import search_frames
from tilewright.system.values.arguments import duration

OUT = Path("out")


def solve_sigils() -> list[tw.Tiling]:
    """Solve every sigil puzzle of The Talos Principle, and check each answer against its
    problem.
    """
    puzzles = named_puzzles("talos:")
    started = time.perf_counter()
    solved = []
    for puzzle in puzzles:
        problem = puzzle.problem()
        tiling = tw.solve(problem)
        if tiling is None or tiling.faults(problem):
            sys.exit(f"{puzzle.name} was not solved")
        solved.append(tiling)
    seconds = time.perf_counter() - started
    print(
        f"{len(solved)} of {len(puzzles)} sigil puzzles of The Talos Principle solved in "
        f"{duration(seconds)}."
    )
    print(f"The last of Tower Gates, {puzzles[13].title}:")
    print_picture(draw(solved[13]))
    return solved


def enumerate_pentominoes() -> list[tw.Tiling]:
    """Find all packings of the 6x10 by the twelve pentominoes, up to symmetry."""
    started = time.perf_counter()
    found = list(tw.tilings(tw.Problem("6x10", "pentominoes"), unique=True))
    seconds = time.perf_counter() - started
    print(
        f"\n{len(found):,} packings of the 6x10 by the twelve pentominoes in {duration(seconds)}. "
        "One of them:"
    )
    print_picture(draw(found[0], letters=True))
    if len(found) != 2339:
        sys.exit("there should be 2339")
    return found


def leave_pictures(sigils: list[tw.Tiling], packings: list[tw.Tiling]) -> None:
    """Draw what was found, and a search at work, into ``out/``."""
    OUT.mkdir(exist_ok=True)
    save(draw(packings[0], letters=True), OUT / "pentominoes-6x10.svg")
    save(draw(packings[0], letters=True), OUT / "pentominoes-6x10.png")
    save(sheet([draw(tiling) for tiling in sigils], columns=7), OUT / "talos.svg")
    save(sheet([draw(tiling) for tiling in sigils], columns=7), OUT / "talos.png")
    save(draw_pieces(tw.Problem("6x10", "pentominoes").pieces), OUT / "pentominoes.svg")
    frames = search_frames(tw.Problem("5x6", "pentomino:FILPTV"), limit=400)
    save(draw_frames(frames), OUT / "search.gif")


def main() -> None:
    """Do all of it and say what was done."""
    started = time.perf_counter()
    print("tilewright: on the very first run, the search is compiled first (some seconds).\n")
    sigils = solve_sigils()
    packings = enumerate_pentominoes()
    leave_pictures(sigils, packings)
    command = "tilewright" if shutil.which("tilewright") else ".venv/bin/tilewright"
    pictures = ", ".join(sorted(path.name for path in OUT.iterdir()))
    print(f"\nPictures in {OUT}/: {pictures}")
    print(
        f"Done: {len(sigils)} puzzles solved and {len(packings):,} packings found, "
        f"in {duration(time.perf_counter() - started)} altogether. Try next:\n"
        f"  {command} solve talos:tower-gates-5\n"
        f"  {command} solve 6x6 trominoes+ --animate 50\n"
        f"  {command} solve 8x8-3,3-3,4-4,3-4,4 pentominoes --all --unique -q"
    )


if __name__ == "__main__":
    main()
