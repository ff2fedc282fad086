"""Puzzles made before, for *Make* without a server: IDs by kind, board, pieces and level.

``python -m tilewright.apps.site.pool`` makes more of them, until there are enough or it is stopped.
It goes on where it was stopped.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import TypeAlias

from tilewright.apps.site.files import SiteFiles
from tilewright.errors import TilewrightError
from tilewright.model.puzzle import KINDS, LEVELS, Kind, Level, puzzle_id

#: Where the pool is: a line for each attempt, with kind, board, pieces, level, seed and ID.
POOL = Path(str(resources.files("tilewright.data").joinpath("pool.tsv")))
#: Puzzles of each kind, board and level; for one, the seconds and the puzzles that may have other
#: levels.
_WANTED = 30
_SECONDS = 10.0
_ATTEMPTS = 30
#: Times without a new puzzle after which no more are looked for.
_PATIENCE = 3

#: A kind, a board, words of pieces and a level.
Slot: TypeAlias = tuple[Kind, str, str, Level]


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to make a puzzle of a level: its ID is empty if none was found, or only one that
    was made before.
    """

    kind: Kind
    board: str
    pieces: str
    level: Level
    seed: int
    id: str

    @property
    def choice(self) -> tuple[Kind, str, str]:
        """What a visitor chooses."""
        return self.kind, self.board, self.pieces


def choices() -> list[tuple[Kind, str, str]]:
    """Return what the page offers to make: kind, board and words of pieces."""
    return [
        (kind, board, pieces)
        for kind, about in KINDS.built_in.items()
        for offer in about.offers
        for board, _ in offer.boards
        for pieces, _ in offer.choices
    ]


def read_pool(path: Path = POOL) -> list[Attempt]:
    """Return all attempts in a pool, in the order in which they were made."""
    if not path.is_file():
        return []
    attempts = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, board, pieces, level, seed, name = line.split("\t")
        assert kind in KINDS.built_in
        assert level in LEVELS
        attempts.append(Attempt(kind, board, pieces, level, int(seed), name))
    return attempts


def add_pool(files: SiteFiles, most: int = _WANTED, path: Path = POOL) -> None:
    """Add a file for each kind: for each board and pieces, at most `most` IDs of each level."""
    pools: dict[str, dict[str, dict[str, list[str]]]] = {kind: {} for kind, _, _ in choices()}
    for attempt in read_pool(path):
        ids = (
            pools[attempt.kind]
            .setdefault(f"{attempt.board}|{attempt.pieces}", {})
            .setdefault(attempt.level, [])
        )
        if attempt.id and len(ids) < most:
            ids.append(attempt.id)
    for kind, pool in pools.items():
        ids_by_choice = {
            choice: {level: levels[level] for level in LEVELS if levels.get(level)}
            for choice, levels in pool.items()
        }
        files.add_json(f"api/pool/{kind}.json", ids_by_choice)


def _make_attempt(slot: Slot, seed: int) -> Attempt:
    """Make a puzzle of a level, which two engines prove to have one solution."""
    from tilewright.puzzles import generate

    kind, board, pieces, level = slot
    try:
        generated = generate(
            kind,
            board,
            *pieces.split(),
            seed=seed,
            level=level,
            timeout=_SECONDS,
            attempts=_ATTEMPTS,
        )
        # The ID that says the whole puzzle, which a browser can read.
        name = puzzle_id(replace(generated.puzzle, name=""))
    except TilewrightError:
        name = ""
    return Attempt(*slot, seed, name)


def _make_attempts(known: list[Attempt], wanted: int) -> Iterator[Attempt]:
    """Yield more puzzles, one of each choice and level in turn, until each board and level has
    enough or gives no more.
    """
    ids: dict[Slot, set[str]] = {
        (*choice, level): set() for choice in choices() for level in LEVELS
    }
    seeds, failed = dict.fromkeys(ids, 0), dict.fromkeys(ids, 0)
    offered: dict[tuple[Kind, str], list[str]] = {}
    for kind, board, pieces in choices():
        offered.setdefault((kind, board), []).append(pieces)

    def note(attempt: Attempt) -> None:
        slot = (attempt.kind, attempt.board, attempt.pieces, attempt.level)
        if slot in ids:
            seeds[slot] = max(seeds[slot], attempt.seed + 1)
            failed[slot] = 0 if attempt.id and attempt.id not in ids[slot] else failed[slot] + 1
            ids[slot] |= {attempt.id} - {""}

    for attempt in known:
        note(attempt)

    def lacks(slot: Slot) -> bool:
        kind, board, _, level = slot
        others = (ids[kind, board, pieces, level] for pieces in offered[kind, board])
        return failed[slot] < _PATIENCE and sum(map(len, others)) < wanted

    while any(map(lacks, ids)):
        for slot in filter(lacks, ids):
            attempt = _make_attempt(slot, seeds[slot])
            again = attempt.id in ids[slot]
            note(attempt)
            yield replace(attempt, id="") if again else attempt


def main() -> int:
    """Make more puzzles and say how many there are."""
    began = time.monotonic()
    known = read_pool()
    with POOL.open("a", encoding="utf-8") as stream:
        for number, attempt in enumerate(_make_attempts(known, _WANTED), len(known) + 1):
            words = (
                attempt.kind,
                attempt.board,
                attempt.pieces,
                attempt.level,
                str(attempt.seed),
                attempt.id,
            )
            stream.write("\t".join(words) + "\n")
            stream.flush()
            print(f"{number}: {' '.join(words)} ({time.monotonic() - began:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
