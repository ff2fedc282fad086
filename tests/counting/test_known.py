"""Published numbers of tilings, each with its source, against the counting engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.counting import count, count_up_to_symmetry
from tilewright.model.problem import Problem
from tilewright.solving.search import Search

KNOWN = Path(__file__).parents[1] / "known" / "tilings.tsv"


#: board, pieces, what is counted, its number, source, and how fast it is counted.
ROWS = [
    line.split("\t")
    for line in KNOWN.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
#: Numbers of tilings that a search goes through in the suite, and in `make test-all`.
LISTED = {"scan": (700_000, 10_000_000), "dance": (1500, 700_000)}


def problem_of(board: str, pieces: str) -> Problem:
    words, _, turn = pieces.partition(" --turn ")
    return Problem(board, *words.split(), turn=turn or "free")


@pytest.mark.parametrize(
    ("board", "pieces", "what", "value", "source"),
    [
        pytest.param(
            *row, marks=[pytest.mark.slow] if speed == "slow" else [], id=" ".join(row[:3])
        )
        for *row, speed in ROWS
    ],
)
def test_count_is_the_published_one(
    board: str, pieces: str, what: str, value: str, source: str
) -> None:
    ask = count if what == "tilings" else lambda problem: count_up_to_symmetry(problem).value
    assert ask(problem_of(board, pieces)) == int(value), source


def _listed() -> list[object]:
    """Return the rows that enumeration can reach, for each engine; what is slow for counting need
    not be for the search.
    """
    rows: list[object] = []
    for engine, (quick, slow) in LISTED.items():
        for *row, _ in ROWS:
            number = int(row[3]) * (4 if "symmetry" in row[2] else 1)
            if number <= slow:
                marks = [pytest.mark.slow] if number > quick else []
                rows.append(
                    pytest.param(engine, *row, marks=marks, id=f"{engine} {' '.join(row[:3])}")
                )
    return rows


@pytest.mark.parametrize(("engine", "board", "pieces", "what", "value", "source"), _listed())
def test_engines_find_as_many_as_published(
    engine: str, board: str, pieces: str, what: str, value: str, source: str
) -> None:
    search = Search(problem_of(board, pieces), unique="symmetry" in what, engine=engine)
    assert search.count() == int(value), source


def test_every_row_has_a_source() -> None:
    assert all(row[4].strip() for row in ROWS)
    assert len(ROWS) > 100


NEW_TERMS = Path(__file__).parents[2] / "docs" / "data" / "new-terms.tsv"
#: What each sequence of the file counts: board and pieces for n.
SEQUENCES = {
    "A174250": lambda n: (f"6x{n}", ["hexominoes+"]),
    "A174251": lambda n: (f"7x{n}", ["heptominoes+"]),
    "A174252": lambda n: (f"8x{n}", ["octominoes+"]),
    "A233807": lambda n: (f"{n}x{n}", ["L3+"] if n % 3 == 0 else ["L3+", "monomino=0..1"]),
    "A219952": lambda n: (f"{n}x{n}", ["L3+", "O4+"]),
    "A219994": lambda n: (f"{n}x{n}", ["L3+", "domino+"]),
    "A220061": lambda n: (f"{n}x{n}", ["L3+", "monomino+"]),
}


def _new_terms() -> list[object]:
    rows: list[object] = []
    for line in NEW_TERMS.read_text(encoding="utf-8").splitlines():
        sequence, _, n, value, _ = line.split("\t")
        if sequence in SEQUENCES:
            marks = [] if (sequence, int(n)) < ("A174251", 11) else [pytest.mark.slow]
            rows.append(
                pytest.param(sequence, int(n), int(value), marks=marks, id=f"{sequence}({n})")
            )
    return rows


@pytest.mark.parametrize(("sequence", "n", "value"), _new_terms())
def test_new_terms_are_what_their_file_says(sequence: str, n: int, value: int) -> None:
    board, pieces = SEQUENCES[sequence](n)
    assert count(Problem(board, *pieces)) == value
