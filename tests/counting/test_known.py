"""Published numbers of tilings, each with its source, against the counting engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.counting import count, count_up_to_symmetry
from tilewright.model.problem import Problem
from tilewright.solving.search import Search

KNOWN = Path(__file__).parents[1] / "known" / "tilings.tsv"


def _rows() -> list[object]:
    rows: list[object] = []
    for line in KNOWN.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        board, pieces, what, value, source, speed = line.split("\t")
        marks = [pytest.mark.slow] if speed == "slow" else []
        name = f"{board} {pieces}" + (" up to symmetry" if "symmetry" in what else "")
        rows.append(pytest.param(board, pieces, what, int(value), source, marks=marks, id=name))
    return rows


@pytest.mark.parametrize(("board", "pieces", "what", "value", "source"), _rows())
def test_count_is_the_published_one(
    board: str, pieces: str, what: str, value: int, source: str
) -> None:
    words, _, turn = pieces.partition(" --turn ")
    problem = Problem(board, *words.split(), turn=turn or "free")
    if what == "tilings":
        assert count(problem) == value, source
    else:
        assert count_up_to_symmetry(problem).value == value, source


#: Numbers of tilings that a search goes through in the suite, and in `make test-all`.
LISTED, LISTED_SLOWLY = 700_000, 10_000_000


def _listed(engine: str) -> list[object]:
    """Return the rows that enumeration can reach; what is slow for counting need not be for the
    search.
    """
    rows: list[object] = []
    for line in KNOWN.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        board, pieces, what, value, source, _ = line.split("\t")
        number = int(value) * (4 if "symmetry" in what else 1)
        quick, slow = (LISTED, LISTED_SLOWLY) if engine == "scan" else (1500, LISTED)
        if number <= slow:
            marks = [pytest.mark.slow] if number > quick else []
            rows.append(
                pytest.param(
                    board,
                    pieces,
                    what,
                    int(value),
                    source,
                    marks=marks,
                    id=f"{board} {pieces} {what}",
                )
            )
    return rows


def _search(board: str, pieces: str, what: str, engine: str) -> Search:
    words, _, turn = pieces.partition(" --turn ")
    problem = Problem(board, *words.split(), turn=turn or "free")
    return Search(problem, unique="symmetry" in what, engine=engine)


@pytest.mark.parametrize(("board", "pieces", "what", "value", "source"), _listed("scan"))
def test_scan_finds_as_many_as_published(
    board: str, pieces: str, what: str, value: int, source: str
) -> None:
    assert _search(board, pieces, what, "scan").count() == value, source


@pytest.mark.parametrize(("board", "pieces", "what", "value", "source"), _listed("dance"))
def test_dance_finds_as_many_as_published(
    board: str, pieces: str, what: str, value: int, source: str
) -> None:
    assert _search(board, pieces, what, "dance").count() == value, source


def test_every_row_has_a_source() -> None:
    lines = [
        line for line in KNOWN.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    assert all(line.split("\t")[4].strip() for line in lines)
    assert len(lines) > 100


NEW_TERMS = Path(__file__).parents[2] / "docs" / "data" / "new-terms.md"
#: What each sequence of the page counts: board and pieces for n.
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
        if line.startswith("| [A"):
            name, _, n, value, *_ = (cell.strip() for cell in line.strip("|").split("|"))
            sequence = name[1:8]
            marks = [] if (sequence, int(n)) < ("A174251", 11) else [pytest.mark.slow]
            rows.append(
                pytest.param(sequence, int(n), int(value), marks=marks, id=f"{sequence}({n})")
            )
    return rows


@pytest.mark.parametrize(("sequence", "n", "value"), _new_terms())
def test_new_terms_are_what_their_page_says(sequence: str, n: int, value: int) -> None:
    board, pieces = SEQUENCES[sequence](n)
    assert count(Problem(board, *pieces)) == value
