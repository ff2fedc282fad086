"""`count` on boards with an N: strips of all kinds, families of boards, and tables, against single
boards.
"""

from __future__ import annotations

import contextlib
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.apps.command import run
from tilewright.apps.command.count.growing import Growing, grows, pieces_at
from tilewright.errors import RequestError
from tried import examples


def request(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(("count", *words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def numbers(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, str]:
    code, out, err = request(capsys, *words)
    assert code == 0, err
    return dict(line.split(" ", 1) for line in out.splitlines())


@pytest.mark.parametrize(
    ("word", "first", "boards"),
    [
        ("4xN", 0, ["4x0", "4x1"]),
        ("4x2N-3", 2, ["4x1", "4x3"]),
        ("N+1xN", 0, ["1x0", "2x1"]),
        ("(N+1)x(2N-1)", 1, ["2x1", "3x3"]),
        ("cube:3xNx2", 0, ["cube:3x0x2", "cube:3x1x2"]),
        ("torus:hex:NxN", 0, ["torus:hex:0x0", "torus:hex:1x1"]),
        ("NxN-1", 1, ["1x0", "2x1"]),
        # A hole that is not on the board of N = 1.
        ("NxN-1,1", 2, ["2x2-1,1", "3x3-1,1"]),
        ("NxN-(N-1),0", 2, ["2x2-1,0", "3x3-2,0"]),
        # 1x1 without its only cell is no board.
        ("2^N-0,0", 1, ["2^1-0,0", "2^2-0,0"]),
        ("aztec:N", 1, ["aztec:1", "aztec:2"]),
        ("tri:hexagonN,2,N+1", 1, ["tri:hexagon1,2,2", "tri:hexagon2,2,3"]),
        ("hex:triangle2N", 1, ["hex:triangle2", "hex:triangle4"]),
    ],
)
def test_boards_with_an_n(word: str, first: int, boards: list[str]) -> None:
    found = Growing.read(word)
    assert found is not None
    assert [found.board(n) for n in range(first, first + 2)] == boards
    assert found.first == first


@pytest.mark.parametrize(
    "word", ["4x4", "N", "hexagon", "N#N/###", "torus:4x4", "pentominoes", "./N.txt", "NxM"]
)
def test_words_without_an_n_for_a_side_are_none(word: str) -> None:
    assert Growing.read(word) is None


def test_pieces_that_grow() -> None:
    words = ["N-ominoes+", "IN+", "I(N+1)@fixed+", "L3=0..N", "2N-iamonds", "N5+"]
    assert grows(words[:1]) and not grows(["N5+", "N+", "pentomino:N+", "I3+"])
    assert pieces_at(words, 2) == [
        "dominoes+",
        "##+",
        "###@fixed+",
        "L3=0..2",
        "tetriamonds",
        "N5+",
    ]
    with pytest.raises(
        RequestError, match="would have 13 cells, but sets exist only for 1 to 12 cells"
    ):
        pieces_at(words, 13)


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        # A004003, A172477.
        (("2Nx2N", "dominoes+", "--upto", "4"), [1, 2, 36, 6728, 12988816]),
        (("NxN", "N-ominoes+", "--upto", "5"), [1, 1, 2, 10, 117, 4006]),
        (("cube:2xNxN", "dicubes+", "--upto", "4"), [1, 1, 9, 229, 32000]),
        (("torus:4xN", "dominoes+", "--upto", "2"), [1, 2, 9]),
        (("4xN", "L3=2", "dominoes+", "--upto", "3"), [0, 0, 6, 40]),
    ],
)
def test_families(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], terms: list[int]
) -> None:
    assert list(numbers(capsys, *words).values()) == [str(term) for term in terms]


def test_shapes_begin_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    aztec = numbers(capsys, "aztec:N", "dominoes+", "--upto", "4")
    assert aztec == {str(n): str(2 ** (n * (n + 1) // 2)) for n in range(1, 5)}
    # MacMahon: A008793.
    assert list(numbers(capsys, "tri:hexagonN", "diamonds+", "--upto", "3").values()) == [
        "2",
        "20",
        "980",
    ]


_BOARDS = ["4xN", "3x2N+1", "cube:2x2xN", "N+1xN", "hex:3xN", "cylinder:Nx4", "NxN-0,0", "tri:Nx2N"]
_PIECES = {
    "cube": ["dicubes+", "tricubes+"],
    "hex": ["trihexes+"],
    "tri": ["diamonds+"],
    "": ["trominoes+", "dominoes+"],
}


@examples(90)
@given(st.data())
def test_random_requests_are_those_of_single_boards(data: st.DataObject) -> None:
    """Numbers, classes, weights and copies, modulo a number or not."""
    word = data.draw(st.sampled_from(_BOARDS))
    growing = Growing.read(word)
    assert growing is not None
    kind = next((name for name in ("cube", "hex", "tri") if name in word), "")
    pieces = data.draw(st.sampled_from(_PIECES[kind]))
    turn = data.draw(st.sampled_from(["free", "fixed"]))
    asks = data.draw(st.sampled_from(["number", "unique", "weight", "by piece", "mod"]))
    n = data.draw(st.integers(growing.begin, growing.begin + 2))
    problem = tw.Problem(growing.board(n), pieces, turn=turn)
    name = problem.names[0]
    words = {
        "unique": ["--unique"],
        "weight": ["--weight", f"{name}=-1/2"],
        "by piece": ["--by-piece"],
        "mod": ["--mod", "5"],
    }.get(asks, [])
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        run(("count", word, pieces, "--turn", turn, *words, "--upto", str(n)))
    text = dict(line.split(" ", 1) for line in out.getvalue().splitlines())[str(n)]
    if asks == "weight":
        assert Fraction(text) == tw.counting.weighted_count(problem, {name: Fraction(-1, 2)})
    elif asks == "by piece":
        assert text == tw.counting.count_by_piece(problem).polynomial()
    elif asks == "unique":
        assert int(text) == tw.count(problem, unique=True)
    else:
        assert int(text) == tw.count(problem) % (5 if asks == "mod" else 10**100)


def test_boxes_weights_and_classes_have_recurrences(capsys: pytest.CaptureFixture[str]) -> None:
    said = request(capsys, "cube:2x2xN", "dicubes+")[1]
    assert said.startswith("a(n) = 3 a(n-1) + 3 a(n-2) - a(n-3)    for n >= 3\n")
    assert (
        request(capsys, "cube:3x3xN", "dicubes+", "--at", "1000000", "--mod", "100000007")[1]
        == "30808124\n"
    )
    said = request(capsys, "2xN", "dominoes+", "monomino+", "--weight", "monomino=1/2")[1]
    assert said.startswith("a(n) = (9/4) a(n-1) + (1/4) a(n-2) - a(n-3)"), said
    _, said, err = request(capsys, "2xN", "dominoes+", "--unique")
    assert said.startswith("a(n) = a(n-1) + 2 a(n-2) - a(n-3) - a(n-5) - a(n-6)    for n >= 9\n"), (
        said
    )
    assert "order 6; proven" in err
    assert request(capsys, "3x2N", "dominoes+")[1].startswith(
        "a(n) = 4 a(n-1) - a(n-2)    for n >= 2\n"
    )
    # a(1) is the first number.
    out = request(capsys, "3x2N-2", "dominoes+")[1]
    assert "generating function: (x - x^2) / (1 - 4*x + x^2)\n" in out
    assert "\na(1) = 1\na(2) = 3\na(3) = 11\n" in out
    far = json.loads(
        request(capsys, "2xN", "dominoes+", "--unique", "--at", "1000000", "--mod", "97", "--json")[
            1
        ]
    )
    assert far["at"] == "1000000" and far["unique"] and int(far["count"]) < 97
    assert request(capsys, "4xN", "dominoes+", "--unique", "--check", "--upto", "3")[0] == 0


def test_by_piece_is_a_polynomial_for_each_n(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("4xN", "trominoes+", "--by-piece", "--upto", "3")
    assert numbers(capsys, *words)["3"] == "3*I3^4 + 16*I3^2*L3^2 + 4*L3^4"
    assert numbers(capsys, *words, "--weight", "I3=x")["3"] == "3*x^4 + 16*x^2 + 4"
    assert numbers(capsys, *words, "--weight", "I3=2")["3"] == "4*L3^4 + 64*L3^2 + 48"
    answer = json.loads(request(capsys, *words, "--json")[1])
    assert answer["terms"][3]["count"] == "23"
    assert answer["terms"][3]["by_piece"][0] == {"copies": {"I3": 0, "L3": 4}, "count": "4"}


def test_tables_and_bfiles_of_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "b099390.txt"
    # A099390: domino tilings of all rectangles, by antidiagonals.
    path.write_text(
        "\n".join(
            f"{n} {value}"
            for n, value in enumerate(
                [0, 1, 1, 0, 2, 0, 1, 3, 3, 1, 0, 5, 0, 5, 0, 1, 8, 11, 11, 8, 1], 1
            )
        ),
        encoding="utf-8",
    )
    code, out, err = request(capsys, "NxM", "dominoes+", "--upto", "6", "--against", str(path))
    assert code == 0 and "21 numbers compared, read by antidiagonals from 1x1: all agree" in err
    assert out.splitlines()[4] == "2x2 2"
    for word in ("NxN", "4xN"):
        code, _, err = request(capsys, word, "dominoes+", "--against", str(path))
        assert code == 1
        assert (
            "The file contains the counts for all rectangles, listed by antidiagonals from 1x1; "
            "give the board NxM instead." in err
        )
    # The triangle with the empty board, A187596 below its diagonal.
    triangle = [1, 1, 0, 1, 1, 2, 1, 0, 3, 0, 1, 1, 5, 11, 36]
    path.write_text("\n".join(f"{n} {value}" for n, value in enumerate(triangle)), encoding="utf-8")
    code, _, err = request(capsys, "NxM", "dominoes+", "--upto", "7", "--against", str(path))
    assert code == 0 and "read as a triangle" in err and "from 0x0: all agree" in err
    written = tmp_path / "b.txt"
    assert request(capsys, "NxM", "dominoes+", "--upto", "3", "--bfile", str(written))[0] == 0
    assert written.read_text(encoding="utf-8") == "1 0\n2 1\n3 1\n4 0\n5 2\n6 0\n"


def test_a_bfile_with_other_lengths_is_recognized(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "b001835.txt"
    values = [1, 1, 3, 11, 41, 153, 571, 2131]
    path.write_text("\n".join(f"{n} {value}" for n, value in enumerate(values)), encoding="utf-8")
    code, _, err = request(capsys, "3xN", "dominoes+", "--against", str(path), "--upto", "16")
    assert (
        code == 1
        and "The file contains the counts for the board 3x2N-2; give that board instead." in err
    )
    code, _, err = request(capsys, "3x2N-2", "dominoes+", "--against", str(path))
    assert code == 0 and "7 numbers compared: all agree" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("4xN", "dominoes+", "--weight", "domino=1/2", "--at", "10", "--mod", "7"),
            "require integer weights",
        ),
        (("4xN", "trominoes+", "--by-piece", "--bfile", "b.txt"), "not a polynomial; add --json"),
        (
            ("4x2N", "dominoes+", "--unique"),
            "recurrences up to symmetry, with a rule or with fractions are supported only on 4xN; "
            "use this board, or add",
        ),
        (("torus:4xN", "dominoes+"), "Add --upto N to count boards one by one"),
        (("4xN", "L3=2", "dominoes+"), "Add --upto N to count boards one by one"),
        (("cube:3xN", "dicubes+"), "a board of cubes must be layers x rows x columns"),
        (("0Nx4", "dominoes+"), "the number before N must be at least 1"),
        (("0xNxN", "dominoes+"), "at least 1 cell wide"),
        (("3x2N-4", "dominoes+", "--at", "1"), "no board 3x2N-4 for N below 2"),
        (("N-5xN", "dominoes+", "--at", "1"), "no board N-5xN for N below 5"),
        (("NxM", "dominoes+", "--at", "3"), "specify a single rectangle instead, such as 3x4"),
        (("4xN", "dominoes+", "--cost", "domino=1"), "need a board of fixed size, such as 4x6"),
        (
            ("NxN", "N-ominoes+", "--at", "13"),
            "would have 13 cells, but sets exist only for 1 to 12 cells",
        ),
        (
            ("NxN", "I3+", "--weight", "I3=1/2", "--upto", "3", "--bfile", "-"),
            "a b-file must contain integers",
        ),
    ],
)
def test_what_cannot_be_had_says_what_to_type(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    code, out, err = request(capsys, *words)
    assert (code, out) == (2, "")
    assert says in err, err
