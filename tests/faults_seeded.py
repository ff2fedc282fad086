"""Seeded faults, put into a copy of the sources one after the other: do the tests notice?

``python tests/faults_seeded.py`` tries them all, at the lowest priority, and ``python
tests/faults_seeded.py 3 17`` some of them. Each runs the test files that should fail. What is not
found is named at the end, and the exit code is then 1. A text that is no longer in its file is an
error: choose another fault there.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
#: After this many seconds a test that hangs has noticed, too.
HANGS = 1800
#: Where the kernels are that were built.
KERNELS = Path("build") / "kernels"


class Fault(NamedTuple):
    """A text in a file of `src/tilewright`, another in its place, and the tests that should
    fail."""

    file: str
    old: str
    new: str
    tests: str

    def group(self) -> list[str]:
        """The group of kernels that the fault is in, if it is in one."""
        top, *inner = Path(self.file).parts
        return inner[:1] if top == "kernels" else []


FAULTS = (
    # Kernels.
    Fault(
        "kernels/scan/narrow.py",
        "if nogoods[slot] == key:",
        "if nogoods[slot] != key:",
        "test_search.py",
    ),
    Fault("kernels/dance/search.py", "option < best) and", "option > best) and", "test_dance.py"),
    Fault(
        "kernels/dance/masks.py",
        "apart = (left[level, 0, i] & low) | (left[level, 1, i] & high) == ZERO",
        "apart = (left[level, 0, i] & low) | (left[level, 1, i] & high) != ZERO",
        "test_dance.py",
    ),
    Fault(
        "kernels/frontier/expand.py",
        "((key & moves[j, 0, 0]) | (value & guard)) == _ZERO)",
        "((key & moves[j, 0, 0]) & (value & guard)) == _ZERO)",
        "test_counting_walks.py",
    ),
    Fault(
        "kernels/frontier/prune.py",
        "if alive[target[edge]] or",
        "if not alive[target[edge]] or",
        "test_counting_strips.py",
    ),
    Fault(
        "kernels/frontier/expand.py",
        "if value[q] < least[q]:",
        "if value[q] == least[q]:",
        "test_counting_round_lines.py",
    ),
    Fault(
        "kernels/frontier/order.py",
        "need[after] - stay[after] >= worth",
        "need[after] - stay[after] <= worth",
        "test_counting_orders.py",
    ),
    Fault(
        "kernels/coloring/exact.py",
        "if taken[other, color] == 0:\n                    vertex[other, 1] -= 1",
        "if taken[other, color] == 1:\n                    vertex[other, 1] -= 1",
        "test_coloring.py",
    ),
    Fault(
        "kernels/coloring/bounds.py",
        "and neighbor[low] == two",
        "and neighbor[low] != two",
        "test_coloring.py test_coloring_graph.py",
    ),
    Fault(
        "kernels/deduction/steps.py",
        "if number == need and tight < 0:",
        "if number == need + 1 and tight < 0:",
        "test_deduction.py",
    ),
    Fault(
        "kernels/deduction/regions.py",
        "if low and word > words:",
        "if low and word > words + 1:",
        "test_deduction.py",
    ),
    Fault(
        "kernels/golomb/window.py",
        "y = i ^ (i >> 1) ^ j ^ (j >> 1)",
        "y = i ^ (i >> 1) ^ j",
        "test_theorems_window.py",
    ),
    Fault(
        "kernels/golomb/verify.py",
        "(b == a) != (c == a)",
        "(b == a) == (c == a)",
        "test_theorems_golomb.py",
    ),
    Fault(
        "kernels/plane/factors.py",
        "if (center + half) % 2 == 1:",
        "if (center + half) % 2 == 0:",
        "test_plane.py",
    ),
    Fault(
        "kernels/plane/surround.py",
        "run.level[there - 1] > limit",
        "run.level[there - 1] >= limit",
        "test_plane.py",
    ),
    Fault(
        "kernels/rectangles/walks.py",
        "left[state] -= 1\n            if left[state] == 0:",
        "left[state] -= 1\n            if left[state] == 1:",
        "test_rectangles.py",
    ),
    Fault(
        "kernels/cover/symmetries.py",
        "if image < 0 or look[image] != look[cell]:",
        "if image < 0:",
        "test_cover.py test_symmetry.py test_problem.py",
    ),
    Fault(
        "kernels/catalog/enumerate.py",
        "if closed[neighbor] == 0:",
        "if closed[neighbor] == 1:",
        "test_catalog.py",
    ),
    Fault(
        "kernels/drawing/raster.py",
        "other != tile and color[other] >= 0:",
        "other != tile and color[other] > 0:",
        "test_drawing_palette.py test_drawing.py",
    ),
    # Counting.
    Fault(
        "counting/numbers/residues.py",
        "if number > modulus // 2:",
        "if number > modulus:",
        "test_counting_weights.py",
    ),
    Fault(
        "counting/answers/orbits.py",
        "if gcd(exponent, len(powers)) == 1:",
        "if gcd(exponent, len(powers)) >= 1:",
        "test_counting.py test_counting_lattices.py",
    ),
    Fault(
        "counting/sets/numbered.py",
        "return min(least.values(), default=None)",
        "return max(least.values(), default=None)",
        "test_counting_walks.py test_counting_lattices.py",
    ),
    Fault(
        "counting/answers/diagrams.py",
        "opens[1:] = parted[row[1:]] < layer",
        "opens[1:] = parted[row[1:]] <= layer",
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/answers/diagrams.py",
        "known[longer] = top + number",
        "known[longer] = number",
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/answers/diagrams.py",
        "alive &= reached",
        "alive |= reached",
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/answers/diagrams.py",
        '"minus": in_one & ~in_other',
        '"minus": in_one',
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/sets/conditions.py",
        "others[[diagram.column[j] for j in ids if diagram.column[j] >= 0]] = False",
        "others[:-1] = False",
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/numbers/residues.py",
        "prod(most + 1 for most in self.most[:number])",
        "prod(most + 2 for most in self.most[:number])",
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/sets/set_files.py",
        "(graph.target < graph.offset[layer + 2]).all()",
        "(graph.target >= 0).all()",
        "test_tiling_sets.py",
    ),
    Fault(
        "model/cover/placements.py",
        "return [number for number in there if shown[number] == placement.marks]",
        "return there",
        "test_tiling_sets.py",
    ),
    Fault(
        "counting/frontier/components.py",
        "piece.most * size < problem.board.area",
        "piece.most * size > problem.board.area",
        "test_counting_components.py",
    ),
    Fault(
        "counting/frontier/repeats.py",
        "fits = line < top",
        "fits = line <= top",
        "test_counting_rows.py test_counting_strips.py",
    ),
    Fault(
        "counting/strips/recurrences.py",
        "total = max(2 * length, length + margin) + 2",
        "total = 2 * length + 2",
        "test_counting_strips.py",
    ),
    Fault(
        "counting/strips/recurrences.py",
        "period * (len(self.numerator) - 1) + 1,",
        "period * (len(self.numerator) - 1),",
        "test_counting_strips.py",
    ),
    Fault(
        "counting/strips/boards.py",
        "if again != value:",
        "if again > value:",
        "test_counting_strips.py",
    ),
    Fault(
        "counting/strips/linear.py",
        "terms = [*terms[: _TERMS - 1],",
        "terms = [*terms[:_TERMS],",
        "test_counting_strips.py",
    ),
    # Packings, and answers that are verified.
    Fault(
        "solving/packing/packing.py",
        "else min(piece.most, area // size)",
        "else max(piece.most, area // size)",
        "test_packing.py",
    ),
    Fault(
        "solving/packing/packing.py",
        "alone = copies == [(1, 1)]",
        "alone = copies[:1] == [(1, 1)]",
        "test_packing.py",
    ),
    Fault(
        "solving/packing/claims.py",
        "max(level for level in levels if level < least)",
        "min(level for level in levels if level < least)",
        "test_packing.py test_verify_claims.py test_verify_proofs.py",
    ),
    Fault(
        "solving/search/claims.py",
        "if len(set(seen)) < len(tilings) and not problem.by_wrap:",
        "if len(set(seen)) < len(tilings):",
        "test_verify_claims.py test_verify_proofs.py",
    ),
    Fault(
        "solving/search/claims.py",
        "limit=len(tilings) + 1, threads=1",
        "limit=len(tilings), threads=1",
        "test_verify_claims.py test_verify_proofs.py",
    ),
    # Search and coloring.
    Fault(
        "solving/search/running/symmetry_breaking.py",
        "(self.group[symmetries] < order).any(axis=0)",
        "(self.group[symmetries] <= order).any(axis=0)",
        "test_search.py test_engines_agree.py",
    ),
    Fault(
        "solving/search/uniqueness.py",
        'return len(cover.symmetries("rotations")) == len(cover.turnings()) < len(every)',
        'return len(cover.symmetries("rotations")) >= len(cover.turnings()) < len(every)',
        "test_play_lattices.py",
    ),
    Fault(
        "solving/search/running/subtrees.py",
        "while self.parts and self.parts[0].done and not self.parts[0].waiting:",
        "while self.parts and self.parts[0].done:",
        "test_search.py",
    ),
    Fault(
        "solving/search/engines/blocks.py",
        "and columns % width == 0",
        "and columns % height == 0",
        "test_blocks.py",
    ),
    Fault(
        "solving/coloring/enumeration.py",
        "fmpz_poly([-blocks, 1])",
        "fmpz_poly([1 - blocks, 1])",
        "test_coloring_counting.py",
    ),
    # Deduction, proofs, the plane and rectangles.
    Fault(
        "kernels/deduction/grade.py",
        "if image < placement and living(choice, image):",
        "if image <= placement and living(choice, image):",
        "test_deduction.py",
    ),
    Fault(
        "solving/proofs/weights.py",
        "if self.covered == self.total:",
        "if self.covered != self.total:",
        "test_proofs.py",
    ),
    Fault(
        "shapes/plane/colors.py",
        "(times[1] - turns * q) % r, tile]",
        "(times[1] + turns * q) % r, tile]",
        "test_plane.py",
    ),
    Fault(
        "shapes/plane/isohedral.py",
        '(turn == "free" or not kind.reflects)',
        '(turn != "free" or not kind.reflects)',
        "test_plane.py",
    ),
    Fault(
        "shapes/rectangles/completeness.py",
        "rows[width] >> one & 1 and parts[width] >> (length - one) & 1",
        "rows[width] >> one & 1 or parts[width] >> (length - one) & 1",
        "test_rectangles.py",
    ),
    Fault(
        "shapes/rectangles/checker.py",
        "all(is_sum(side, self.side) for side in sides)",
        "any(is_sum(side, self.side) for side in sides)",
        "test_rectangles.py test_tampering.py",
    ),
    Fault(
        "solving/theorems/deficient_rectangles.py",
        "if short == 2 and place % 3 == 2:",
        "if short == 2 and place % 3 == 1:",
        "test_theorems_deficient.py",
    ),
    # Puzzles and games.
    Fault(
        "model/puzzle/ids.py",
        ">= base and scale < 1 << 64:",
        "> base and scale < 1 << 64:",
        "test_identity.py",
    ),
    Fault(
        "puzzles/play/position.py",
        "if other in left and (min(cell, other), max(cell, other)) not in edges:",
        "if other in left and (min(cell, other), max(cell, other)) in edges:",
        "test_play.py",
    ),
    Fault(
        "puzzles/play/session.py",
        "while length > longest and first < done:",
        "while length > longest and first <= done:",
        "test_play.py test_page.py",
    ),
    # Files and pictures.
    Fault("formats/bfile.py", "n != last + 1", "n <= last", "test_formats_bfile.py"),
    Fault(
        "formats/puzzles/dahlke.py",
        "if bits & (1 << (_WIDEST - 1 - column))",
        "if bits & (1 << (_WIDEST - column))",
        "test_formats_puzzles.py",
    ),
    Fault(
        "formats/tables.py",
        "kind = pa.int8() if most < 128",
        "kind = pa.int8() if most < 300",
        "test_formats_tables.py",
    ),
    Fault(
        "formats/cutting/parts.py",
        "return (self.kerf - self.clearance) / 2",
        "return (self.kerf + self.clearance) / 2",
        "test_formats_cutting.py test_cutting.py",
    ),
    Fault(
        "formats/piece_sets.py",
        "1 <= int(color) <= _COLORS",
        "0 <= int(color) <= _COLORS",
        "test_piece_sets.py",
    ),
    Fault(
        "formats/solvers/knuth.py",
        "if codes.size and (paid := codes < 0).any():",
        "if codes.size and (paid := codes < 0).all():",
        "test_formats_exactcover.py test_command_cover.py",
    ),
    Fault(
        "formats/exactcover.py",
        "if not self.least[number] <= uses[number]",
        "if not self.least[number] < uses[number]",
        "test_formats_exactcover.py test_command_cover.py",
    ),
    Fault(
        "drawing/makers/tile_colors.py",
        "if color is None and wish in taken and",
        "if color is None and wish not in taken and",
        "test_drawing_palette.py test_drawing.py",
    ),
    Fault(
        "drawing/model/geometry.py",
        "if tile >= 0 or color != OUTSIDE:",
        "if tile >= 0 and color != OUTSIDE:",
        "test_drawing.py test_drawing_lattices.py",
    ),
    # The server and the command.
    Fault(
        "apps/site/serving.py",
        "return names is not None and not names.isdisjoint(_LOOPBACK)",
        "return names is not None",
        "test_serving.py",
    ),
    Fault(
        "system/platform/quota.py",
        'if event not in ("open", ',
        "if event not in (",
        "test_serving.py",
    ),
    Fault(
        "apps/command/find/cover.py",
        'return 3 if many or search.stopped_by == "timeout" else 0',
        'return 3 if many and search.stopped_by == "timeout" else 0',
        "test_command_cover.py",
    ),
    Fault(
        "system/runs/run.py", "self._book(executor.finish())", "self._book([])", "test_resuming.py"
    ),
    Fault(
        "system/runs/ledger.py",
        "place DESC",
        "place ASC",
        "test_runs.py",
    ),
    Fault("apps/site/serving.py", "same >= most * 3 // 4", "same >= most", "test_serving.py"),
    # Limits, claims, and others that tests did not notice at first.
    Fault(
        "system/work/deadline.py",
        "self.threads or around.threads",
        "around.threads or self.threads",
        "test_work_limits.py",
    ),
    Fault(
        "system/work/limits.py",
        "            own=True,\n",
        "",
        "test_work_limits.py",
    ),
    Fault(
        "apps/command/ask.py",
        "self.stopped, self._out_of_memory = error.message, error",
        'self.stopped, self._out_of_memory = "", error',
        "test_command_limits.py",
    ),
    Fault(
        "apps/command/ask.py",
        '"max_memory": self.deadline.memory,',
        '"max_memory": None,',
        "test_command_limits.py",
    ),
    Fault(
        "apps/command/options.toml",
        "--at --by-piece --weight",
        "--at --by-piece",
        "test_command_modes.py",
    ),
    Fault(
        "verification.py",
        "all(claim.holds for claim in self.claims)",
        "not self.wrong",
        "test_verify_claims.py",
    ),
    Fault(
        "verification.py",
        "if own is None or own.kind != form.kind:",
        "if own is None:",
        "test_verify_claims.py",
    ),
    Fault(
        "model/claims.py",
        "json.dumps(data[name], sort_keys=True) != json.dumps(\n"
        "            value, sort_keys=True\n        )",
        "data[name] != value",
        "test_verify_claims.py",
    ),
    Fault(
        "puzzles/claims.py",
        ' or shown.name != data["id"]',
        "",
        "test_verify_claims.py",
    ),
    Fault(
        "shapes/figures/claims.py",
        "form = shape.canonical(problem.equivalence)",
        "form = shape",
        "test_verify_claims.py",
    ),
    Fault(
        "shapes/atlas/claims.py",
        'shape.canonical("free") != piece.polyomino.canonical("free")',
        "len(shape) != len(piece.polyomino)",
        "test_atlas.py",
    ),
    Fault(
        "shapes/rectangles/claims.py",
        'sorted(drawn) == sorted(record["primes"])',
        'len(drawn) == len(record["primes"])',
        "test_atlas.py",
    ),
    Fault(
        "solving/search/claims.py",
        '"scan" if record.get("engine") == "dance"',
        '"scan" if record.get("engine") == "scan"',
        "test_verify_claims.py",
    ),
    Fault(
        "formats/format.py",
        'piece.least != piece.most for piece in problem.pieces),\n        "variable numbers',
        'piece.most is None for piece in problem.pieces),\n        "variable numbers',
        "test_formats_losses.py",
    ),
    Fault(
        "puzzles/making/clues.py",
        'tilings, search.stopped_by != "stop"',
        "tilings, True",
        "test_generation.py",
    ),
    Fault(
        "puzzles/making/clues.py",
        "minimal and any(one",
        "minimal and all(one",
        "test_generation.py",
    ),
    Fault(
        "kernels/deduction/explain.py",
        "        _note_removed(trial, problem.over[causes.cells[each]])\n",
        "        pass\n",
        "test_explaining.py",
    ),
    Fault(
        "model/puzzle/ids.py",
        "conditions or puzzle.marks_agree:",
        "marks_agree:",
        "test_identity.py",
    ),
    Fault(
        "model/puzzle/ids.py",
        'empty = f"{least},{most}" if most else ""',
        'empty = f"{least},{most}" if least else ""',
        "test_identity.py",
    ),
    Fault(
        "counting/answers/plans.py",
        "[*copies, empty], result",
        "[*copies, 0], result",
        "test_counting_weights.py",
    ),
    Fault(
        "kernels/plane/plan.py",
        "plan[_PHASE] == _FEWER and plan[_COMPLETE]",
        "plan[_PHASE] == _FEWER",
        "test_plane.py",
    ),
    Fault(
        "kernels/plane/plan.py",
        "if not plan[_COMPLETE]:\n                return False\n            plan[PERIODS] = count",
        "plan[PERIODS] = count",
        "test_plane.py",
    ),
    Fault(
        "kernels/plane/isohedral.py",
        "apply(lattice.matrices[element], -x, -y)",
        "apply(lattice.matrices[element], x, -y)",
        "test_plane.py",
    ),
    Fault(
        "shapes/rectangles/checker.py",
        "if step % math.lcm(*periods):",
        "if step % max(periods, default=1):",
        "test_rectangles.py",
    ),
    Fault(
        "solving/coloring/least.py",
        "self.graph.touch,\n            self.settled,",
        "self.graph.touch,\n            True,",
        "test_coloring.py",
    ),
    Fault(
        "solving/matching/counting.py",
        "min(weights) > 0",
        "max(weights) > 0",
        "test_matching_counting.py",
    ),
    Fault(
        "drawing/writers/bitmap.py",
        ".max(axis=1) > _SIMILAR).all()",
        ".min(axis=1) > _SIMILAR).all()",
        "test_drawing_raster.py",
    ),
    Fault(
        "system/runs/pool.py",
        "int(place == 0 and worker.ready)",
        "int(worker.ready)",
        "test_runs.py",
    ),
    Fault(
        "system/runs/work.py",
        'memory=self.description.get("memory")',
        "",
        "test_runs.py",
    ),
    Fault(
        "shapes/atlas/record_files.py",
        '.split("\\n")[:-1] or',
        ".splitlines() or",
        "test_atlas.py",
    ),
    # The page.
    Fault(
        "apps/page/static/geometry/golomb.js",
        "2n * ((hole[0] >> (k - 1n)) & 1n)",
        "2n * ((hole[1] >> (k - 1n)) & 1n)",
        "test_page.py",
    ),
    Fault(
        "apps/page/static/game/lie.js",
        "[cell[1], this.high - 1 - cell[0]]",
        "[cell[1], this.high - cell[0]]",
        "test_page.py",
    ),
    Fault(
        "apps/page/static/game/session.js",
        "slice(0, session.at + 1)",
        "slice(0, session.at + 2)",
        "test_page.py",
    ),
    Fault(
        "apps/page/static/game/rules.js",
        "(used.get(piece) ?? 0) >= most",
        "(used.get(piece) ?? 0) > most",
        "test_page.py",
    ),
    Fault(
        "apps/page/static/geometry/camera.js",
        "at + before[i] - after[i]",
        "at + before[i] + after[i]",
        "test_page.py",
    ),
    Fault(
        "apps/page/static/board/hands/gestures.js",
        "moved = true;\n      pinch();",
        "pinch();",
        "test_page.py",
    ),
    Fault(
        "apps/page/static/views/elements/days.js",
        "all.has(until) ? until : later(until, -1)",
        "until",
        "test_page.py",
    ),
)


def copied(folder: Path) -> Path:
    """Copy what the tests need, with what was built, and return where it is."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    built = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.wasm")]
    for name in [*listed.stdout.split("\0"), *built]:
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    shutil.copytree(ROOT / KERNELS, folder / KERNELS)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which the copy is imported, also by the commands that the tests
    start.
    """
    found = {**os.environ, "PYTHONPATH": str(folder / "src")}
    where = subprocess.run(
        [sys.executable, "-c", "import tilewright; print(tilewright.__file__)"],
        cwd=folder,
        env=found,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    if not Path(where.strip()).is_relative_to(folder):
        raise SystemExit(f"the tests would import {where.strip()}, not the copy in {folder}")
    return found


def compile_kernels(folder: Path, fault: Fault) -> None:
    """Build the kernels of a copy that a fault is in; others are not loaded, as their sources are
    not those they were built from.
    """
    subprocess.run(
        [sys.executable, "-m", "tilewright.kernels.build", *fault.group()],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        check=True,
    )


def run(folder: Path, tests: str) -> tuple[bool, str]:
    """Run test files in a copy; return whether they pass, and the end of what they say."""
    files = [str(*(folder / "tests").rglob(name)) for name in tests.split()]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow", *files]
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment(folder),
            capture_output=True,
            text=True,
            timeout=HANGS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False, "it hangs"
    said = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode not in (0, 1) or "KernelError" in done.stdout:
        raise SystemExit(f"the tests cannot run:\n{done.stdout[-2000:]}")
    return done.returncode == 0, (said or done.stdout.splitlines()[-1:] or [""])[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", type=int, nargs="*", help="which faults, from 1 (all of them)")
    numbers = parser.parse_args().numbers or range(1, len(FAULTS) + 1)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(19)
    missed = []
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        for number in numbers:
            fault = FAULTS[number - 1]
            path = folder / "src" / "tilewright" / fault.file
            text = path.read_text(encoding="utf-8")
            if text.count(fault.old) != 1:
                raise SystemExit(
                    f"{fault.file}: {fault.old!r} stands there {text.count(fault.old)} times"
                )
            path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
            if fault.group():
                compile_kernels(folder, fault)
            passed, said = run(folder, fault.tests)
            path.write_text(text, encoding="utf-8")
            if fault.group():
                shutil.copytree(ROOT / KERNELS, folder / KERNELS, dirs_exist_ok=True)
            print(
                f"{number:2} {'NOT FOUND' if passed else 'found'}  {fault.file}: {fault.new!r}  "
                f"{said}",
                flush=True,
            )
            if passed:
                missed.append(number)
    print(
        f"{len(numbers) - len(missed)} of {len(numbers)} faults were found"
        + (f"; not {missed}" if missed else "")
    )
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
