"""Links of puzz.link: published puzzles have one solution, and links are read back."""

from __future__ import annotations

import io
import random
import re

import pytest

import tilewright as tw
from tilewright.errors import FormatError
from tilewright.formats import Entry, find_format, read_entries
from tilewright.formats.registry import rendered
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Kind, Puzzle, is_puzzle_name, puzzle_link, read_link

SITE = "https://puzz.link/p?"
#: The examples of pzprjs and of solvers for its links.
PUBLISHED = (
    "shikaku/6/6/j3g56h6t6h23g5j",
    "shikaku/6/6/s66j4.g8n4h4g",
    "shikaku/10/10/x3gag.s9m.p.m8s-10g.gax",
    "shikaku/24/14/-1ezh-1ep9h-18zzfp-10zt-2at8zzvct9zt-1epezz-2ah-15pazh-18",
    "pentominous/5/5/72zi",
    "tetrominous/4/4/n3m",
)


@pytest.mark.parametrize("link", PUBLISHED)
def test_a_published_puzzle_has_one_solution(link: str) -> None:
    assert tw.count(SITE + link) == 1
    assert puzzle_link(read_link(SITE + link)) == SITE + link


@pytest.mark.parametrize(
    "address",
    [
        "http://pzv.jp/p.html?shikaku/6/6/j3g56h6t6h23g5j",
        "https://puzz.link/p?shikaku_edit/6/6/j3g56h6t6h23g5j",
        "  https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j\n",
    ],
)
def test_other_addresses_of_a_puzzle(address: str) -> None:
    assert is_puzzle_name(address)
    assert puzzle_link(read_link(address)) == SITE + PUBLISHED[0]


@pytest.mark.parametrize(
    ("genre", "clues"),
    [
        ("shikaku", [".", "4", "9", "-10", "-24"]),
        ("pentominous", [".", *"0123456789abc"]),
        ("tetrominous", [".", *"01234c"]),
    ],
)
def test_random_links_are_written_as_they_were_read(genre: str, clues: list[str]) -> None:
    dice = random.Random(20261129)
    for _ in range(100):
        rows, columns = dice.randint(6, 12), dice.randint(6, 12)
        cells = [dice.choice(clues) if dice.random() < 0.2 else " " for _ in range(rows * columns)]
        cells[0] = clues[1]
        text = re.sub(" {1,20}", lambda gap: chr(ord("f") + len(gap[0])), "".join(cells))
        link = f"{SITE}{genre}/{columns}/{rows}/{text}"
        assert puzzle_link(read_link(link)) == link


@pytest.mark.parametrize("kind", ["shikaku", "pentominous", "tetrominous"])
def test_a_made_puzzle_and_its_link_have_the_same_solution(kind: Kind) -> None:
    made = tw.generate(kind, "4x5", seed=5).puzzle
    link = puzzle_link(made)
    assert tw.count(link) == 1
    one, other = tw.solve(link), tw.solve(made)
    assert one is not None
    assert other is not None
    assert one.labels.tolist() == other.labels.tolist()


def test_an_unknown_number_fits_any_rectangle() -> None:
    assert tw.count("2x2", "1x1+", "1x2+", "2x2+", rules=["clues-one-each 0,0=? 1,1=?"]) == 2
    assert tw.count("2x2", "1x1+", "1x2+", "2x2+", rules=["clues-one-each 0,0=?"]) == 1
    assert tw.count("2x2", "1x1+", "1x2+", rules=["clues 0,0=? 1,1=2"]) == 4


def test_links_in_files() -> None:
    text = "".join(f"{SITE}{link}\n" for link in PUBLISHED)
    kind, entries = read_entries(io.BytesIO(text.encode()))
    assert kind.name == "puzzlink"
    assert rendered(entries, kind)[0] == text


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://example.org/", "expected a genre, columns, rows and clues"),
        (f"{SITE}shikaku/6/6", "expected a genre, columns, rows and clues"),
        (f"{SITE}shikaku/v:/6/6/j3", "expected a genre, columns, rows and clues"),
        (f"{SITE}nurikabe/6/6/j3", "unknown genre 'nurikabe'. Supported: shikaku, pentominous"),
        (f"{SITE}shikaku/0/6/3", "the board must have 1 to 4096 cells, got 0 x 6"),
        (f"{SITE}shikaku/99/99/3", "the board must have 1 to 4096 cells, got 99 x 99"),
        (f"{SITE}shikaku/3/3/", "there are no clues"),
        (f"{SITE}shikaku/3/3/h7", "none of the clues is the area of a rectangle that fits"),
        (f"{SITE}shikaku/3/3/3!", "unexpected '!' in the clues"),
        (f"{SITE}shikaku/3/3/-1", "unexpected '-' in the clues"),
        (f"{SITE}pentominous/5/5/72zi00", "the clues continue after the 25 cells of the board"),
        (f"{SITE}tetrominous/4/4/n5m", "the cell 2,0 has an unknown clue, 5"),
    ],
)
def test_a_wrong_link_is_refused(link: str, message: str) -> None:
    with pytest.raises(FormatError, match=message.replace("(", r"\(")):
        read_link(link)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (tw.find_puzzle("talos:hub-gates-1"), "no puzzles of the kind sigil"),
        *(
            (Puzzle.of(problem, kind=kind), "does not support the board")
            for kind, problem in (
                ("shikaku", Problem("torus:3x3", "1x3+")),
                ("shikaku", Problem("o#/##", "o#+", "1x1+")),
                ("shikaku", Problem("2x2", "1x2+", "L3+", rules=["clues-one-each 0,0=2 1,1=2"])),
                ("shikaku", Problem("2x2", "1x2", rules=["clues-one-each 0,0=2 1,1=2"], empty=2)),
                ("shikaku", Problem("2x4", "1x4+", rules=["clues-one-each 0,0=4"], turn="fixed")),
                ("shikaku", Problem("1x4", "1x2+", "1x4+", rules=["clues 0,0=4"])),
                ("tetrominous", Problem("4x4", "I4=4")),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart", "clues 0,0=4"])),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["clues 0,0=I"])),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart"], turn="fixed")),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart", "tiles 4"])),
            )
        ),
    ],
)
def test_other_puzzles_have_no_link(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        puzzle_link(puzzle)


def test_a_problem_has_no_kind() -> None:
    with pytest.raises(FormatError, match="no puzzles of the kind sigil"):
        rendered([Entry(problem=Problem("2x2", "O4"))], find_format("puzzlink"))
