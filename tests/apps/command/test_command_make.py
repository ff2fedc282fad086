"""``tilewright make`` and ``tilewright play`` from the command line."""

from __future__ import annotations

import datetime
import io
import json
import re
import shlex
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pypdf
import pytest

from tilewright.apps.command import run
from tilewright.apps.command.reading import read_tilings
from tilewright.formats.request import read_id
from tilewright.model.puzzle import CALENDARS, find_puzzle, named_puzzles, read_puzzle_file
from tilewright.puzzles.making.rules import rules
from tilewright.solving.search import Search, calendar_counts, tilings

Captured = pytest.CaptureFixture[str]
REQUESTS = [
    "dots 6x6 --seed 4",
    "dots 4x6 ab# #/c# --seed 4",
    "dots ###./####/.###/..## --seed 4",
    "sigil 4x5 --seed 4",
    "sigil 5x5 pentominoes --turn free --seed 4",
    "given 5x6 --seed 4",
    "given 4x5 tetromino:ILTTZ --turn one-sided --minimal --seed 4",
    "hole 5x5 --seed 4",
    "hole 4x4 pentomino:LPY --seed 4",
    "calendar --date 2026-01-25 --seed 4",
    "calendar --level easy --seed 4",
]


@pytest.fixture(autouse=True)
def in_a_fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_puzzle_and_its_answer_as_pictures(capsys: Captured) -> None:
    assert run(["make", "dots", "6x6", "trominoes", "--seed", "7", "-o", "puzzle.svg"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    first, second = (line for line in captured.err.splitlines() if "compiling" not in line)
    name = first.rpartition(", ")[2]
    assert first == f"puzzle.svg: Dots 6 x 6, easy, {name}"
    assert second == "puzzle-answer.svg: the answer"
    drawn, answer = Path("puzzle.svg").read_text(), Path("puzzle-answer.svg").read_text()
    for words in ("Dots 6 x 6", "easy", name):
        assert f">{words}</text>" in drawn
    assert "Each has its dot where shown." in drawn
    # Twelve dots on the board, and six in the legend of the six trominoes.
    assert drawn.count("<circle") == 18
    assert drawn.count('class="tile ') == 6
    assert ">Dots 6 x 6: the answer</text>" in answer
    assert f">{name}</text>" in answer
    assert (answer.count("<circle"), answer.count('class="tile ')) == (12, 12)
    assert read_id(name).board.shape == (6, 6)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("line", REQUESTS)
def test_every_kind_in_every_kind_of_file(line: str, capsys: Captured) -> None:
    for ending in ("svg", "png", "pdf", "txt"):
        assert run(["make", *line.split(), "-q", "-o", f"puzzle.{ending}"]) == 0
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""
    assert run(["make", *line.split(), "--json"]) == 0
    (made,) = json.loads(capsys.readouterr().out)["puzzles"]
    name, level, title = made["id"], made["level"], made["title"]
    solution = made["solution"]["labels"]
    puzzle = read_id(name)
    assert puzzle.title == title
    said = rules(puzzle)
    drawn = Path("puzzle.svg").read_text()
    assert f"<title>{title}</title>" in drawn
    assert f">{level}</text>" in drawn
    assert name in drawn
    assert escape(said) in drawn
    assert Path("puzzle.png").read_bytes().startswith(b"\x89PNG")
    assert Path("puzzle-answer.png").read_bytes().startswith(b"\x89PNG")
    pages = [page.extract_text() for page in pypdf.PdfReader("puzzle.pdf").pages]
    assert len(pages) == 2
    assert title in pages[0]
    assert level in pages[0].lower()
    assert said.split()[-1] in pages[0]
    assert name in "".join(pages[0].split())
    assert pages[1].startswith("Answer")
    text = Path("puzzle.txt").read_text()
    for line_ in (f"title: {title}", f"level: {level}", f"rules: {said}", f"id: {name}"):
        assert line_ in text
    (answer,) = read_tilings("puzzle-answer.txt", puzzle.board.mask)
    assert not answer.faults(puzzle.problem())
    assert len(answer) == len({label for row in solution for label in row if label >= 0})
    # The puzzle is recreated from its ID and from its file: the same problem, with one solution.
    unique = ["--unique"] if puzzle.kind == "sigil" else []
    for word in (name, "puzzle.txt"):
        assert run(["solve", word, "--all", "-q", *unique]) == 0
        assert capsys.readouterr().out == "1\n"
    assert read_puzzle_file("puzzle.txt").problem() == puzzle.problem()
    assert run(["make", *line.split()]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{title}\n{said[:40]}")
    assert shown.endswith(f"\n{level}\n{name}\n")


def test_a_calendar_has_its_months_and_days_and_only_the_pieces_left(capsys: Captured) -> None:
    line = ["make", "calendar", "--date", "2026-10-06", "--seed", "2"]
    assert run([*line, "-o", "october.svg"]) == 0
    drawn = Path("october.svg").read_text()
    placed = len(read_id(capsys.readouterr().err.splitlines()[0].rpartition(" ")[2]).placed)
    assert placed > 0
    assert ">Jan</text>" in drawn
    assert re.findall(r'font-weight="bold"[^>]*>([^<]*)</text>', drawn) == [
        "A puzzle a day, October 6",
        "Oct",
        "6",
    ]
    assert ">2x3</text>" in drawn
    labels = re.findall(r'class="label"[^>]*>([A-Z]|2x3)</text>', drawn)
    assert len(labels) == 8 - placed
    assert drawn.count('class="tile ') == 8
    assert run(line) == 0
    assert "Jul Aug Sep│Oct│Nov Dec" in capsys.readouterr().out
    assert run(["solve", "calendar:10-06"]) == 0
    assert "│Oct│" in capsys.readouterr().out


def test_several_puzzles_on_one_sheet(capsys: Captured) -> None:
    assert run(["make", "dots", "4x6", "--seed", "1", "-n", "3", "-v", "-o", "sheet.svg"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["sheet.svg: Dots 4 x 6: 3 puzzles", "sheet-answer.svg: the answers"]
    drawn = Path("sheet.svg").read_text()
    names = [line.rpartition(" ")[2] for line in lines[2:]]
    assert len(set(names)) == 3
    for number, name in enumerate(names, start=1):
        assert f">{number}: {name}</text>" in drawn
        assert f">{number}: easy</text>" in drawn
    assert drawn.count("Cover the board with trominoes") == 1
    assert ">Dots 4 x 6: the answers</text>" in Path("sheet-answer.svg").read_text()


def test_a_sheet_on_standard_output(capsys: Captured) -> None:
    assert run(["make", "sigil", "4x5", "--seed", "1", "-o", "-"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("<svg ")
    assert captured.err == ""
    assert list(Path().iterdir()) == []


def test_boards_from_a_file_and_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    drawing = "######\n######\n######\n######\n######\n"
    heart = tmp_path / "heart.txt"
    heart.write_text(drawing)
    monkeypatch.setattr("sys.stdin", io.StringIO(drawing))
    made = []
    for board in ("5x6", str(heart), "-"):
        assert run(["make", "given", board, "--seed", "1", "-q"]) == 0
        made.append(capsys.readouterr().out)
    assert made[0] == made[1] == made[2]


def test_a_date_may_be_a_word(capsys: Captured) -> None:
    today = datetime.date.today()
    for date in ("today", f"{today.month}-{today.day}", f"{today:%Y-%m-%d}"):
        assert run(["make", "calendar", "--date", date, "--seed", "1", "-q"]) == 0
    names = capsys.readouterr().out.split()
    # At midnight today is another day.
    assert len(set(names)) == 1 or today != datetime.date.today()


def test_minimal_puzzles(capsys: Captured) -> None:
    assert run(["make", "dots", "4x6", "--minimal", "--seed", "2", "-o", "puzzle.txt"]) == 0
    assert "some dots are missing from the board" in Path("puzzle.txt").read_text()
    assert run(["solve", "puzzle.txt", "--all", "-q"]) == 0
    assert capsys.readouterr().out == "1\n"


def test_a_puzzle_file_is_taken_by_solve_and_play(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["make", "hole", "7x7", "L3", "--seed", "3", "-o", "puzzle.txt"]) == 0
    puzzle = read_puzzle_file("puzzle.txt")
    assert puzzle.empty == (1, 1)
    capsys.readouterr()
    assert run(["solve", "puzzle.txt", "--all", "-q"]) == 0
    assert capsys.readouterr().out == "1\n"
    assert run(["solve", "puzzle.txt"]) == 0
    assert capsys.readouterr().out.count("●") == 16
    served: list[tuple[str, int, str]] = []

    def serve(host: str, port: int, started: object, **options: str) -> None:
        served.append((host, port, options["first"]))

    monkeypatch.setattr("tilewright.apps.site.serving.serve", serve)
    assert run(["play", "puzzle.txt", "--no-browser"]) == 0
    assert run(["play", "dots:4x6-easy", "--port", "8123"]) == 0
    assert run(["play", "3x4", "trominoes+"]) == 0
    assert run(["play"]) == 0
    assert served[0] == ("127.0.0.1", 0, puzzle.name)
    assert served[1] == ("127.0.0.1", 8123, "dots:4x6-easy")
    assert read_id(served[2][2]).problem().words() == ["I3+", "L3+"]
    assert served[3][2] == ""


def test_a_booklet_has_its_answers_at_the_back() -> None:
    assert run(["make", "dots", "4x6", "--seed", "1", "-n", "5", "-o", "booklet.pdf", "-q"]) == 0
    pages = [page.extract_text() for page in pypdf.PdfReader("booklet.pdf").pages]
    assert "Dots 4 x 6: 5 puzzles" in pages[0]
    assert "Each has its dot where shown." in pages[0]
    assert pages[0].count("id:") == 5
    assert pages[-1].startswith("Answers")
    assert [page.splitlines()[-1] for page in pages] == ["1", "2"]


def test_json_has_everything_and_the_same_seed_gives_the_same(capsys: Captured) -> None:
    assert run(["make", "sigil", "4x5", "--seed", "2", "--json"]) == 0
    first = capsys.readouterr().out
    assert run(["make", "sigil", "4x5", "--seed", "2", "--json"]) == 0
    assert capsys.readouterr().out == first
    (made,) = json.loads(first)["puzzles"]
    problem = read_id(made["id"]).problem()
    assert len(list(tilings(problem, unique=True))) == 1
    assert made["turn"] == "one-sided"
    assert sum(made["steps"].values()) > 0
    labels = made["solution"]["labels"]
    assert (len(labels), len(labels[0])) == (4, 5)


def test_a_seed_is_drawn_and_told(capsys: Captured) -> None:
    assert run(["make", "dots", "3x4"]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("seed ")
    seed = captured.err.split()[1]
    assert "id:" in captured.out
    assert run(["make", "dots", "3x4", "--seed", seed]) == 0
    assert capsys.readouterr().out == captured.out


def test_quiet_prints_the_id(capsys: Captured) -> None:
    assert run(["make", "dots", "3x4", "-n", "2", "--seed", "1", "-q"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    names = captured.out.split()
    assert len(names) == 2
    assert all(read_id(name).board.shape == (3, 4) for name in names)
    assert run(["make", "dots", "3x4", "-n", "2", "--seed", "1", "-q", "--json"]) == 0
    assert [made["id"] for made in json.loads(capsys.readouterr().out)["puzzles"]] == names


def test_rank_and_color_take_the_answer(capsys: Captured) -> None:
    assert run(["make", "dots", "6x6", "--seed", "3", "-q", "-o", "q.txt"]) == 0
    assert run(["nth", "q.txt", "q-answer.txt"]) == 0
    assert capsys.readouterr().out == "0\n"
    assert run(["color", "q-answer.txt"]) == 0
    assert "colors" in capsys.readouterr().out


def test_no_seed_is_told_before_a_refusal(capsys: Captured) -> None:
    for line, code in (
        ("make dots 5x5 domino", 1),
        ("make dots 6x6 W9", 2),
        ("make calendar 5x5", 2),
    ):
        assert run(line.split()) == code
        assert "seed" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("make dots", 2, "give a board after the kind: tilewright make dots 6x6"),
        ("make dots 4x4 --seed 1", 1, "no choice of pieces covers exactly 16 cells"),
        ("make dots 5x5 dominoes", 1, "25 cells to cover, but the pieces cover at most"),
        ("make given 5x6 pentominoes", 1, "the board has 30 cells, but the pieces cover"),
        ("make given 8x8", 1, "64 cells to cover, but the pieces cover at most 60"),
        ("make sigil 4x5 --level easy", 1, "is easy. Try another"),
        ("make calendar 5x5", 2, "a calendar includes its board"),
        ("make calendar trominoes", 2, "a calendar includes its board and pieces"),
        ("make dots 6x6 --date 2026-10-06", 2, "--date: only calendars have a date"),
        ("make dots 3x4 --seed 1 -o - --json", 2, "cannot write both"),
        ("make dots 30x30 --seed 1", 2, "at most 400 cells"),
        ("make dots 6x6 --level silly", 2, "silly"),
        ("make dots 3x3 --level expert --seed 1", 1, "there is no expert puzzle on this board"),
        ("make dots 6x6 --level expert --seed 1 --timeout 0.5", 3, "--timeout: no expert puzzle"),
        ("make dots 6x6 --timeout 0", 2, "--timeout: must be more than 0 and at most"),
        ("make dots 6x6 -n 0", 2, "--number: must be 1 to 1000, got 0"),
        ("make dots 6x6 --seed -4", 2, "seed"),
        ("make dots 3x4 --seed 1 -o puzzle.bmp", 2, ".bmp"),
        ("make dots 3x4 --seed 1 -n 2 -o puzzle.txt", 2, "one puzzle"),
        ("make dots 3x4 --seed 1 -o no/such/folder.pdf", 2, "folder"),
        ("make calendar --date someday", 2, "YYYY-MM-DD"),
        ("play talos:tower-gates-55", 2, "did you mean talos:tower-gates-5"),
        ("play 5x5", 2, "which pieces?"),
        ("play --port 70000", 2, "0 to 65535"),
    ],
)
def test_wrong_requests(line: str, code: int, message: str, capsys: Captured) -> None:
    assert run([*line.split(), "-q"] if line.startswith("make") else line.split()) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_named_puzzles_have_a_solution() -> None:
    for puzzle in named_puzzles("dots"):
        assert len(list(tilings(puzzle.problem(), limit=2))) == 1


def test_a_calendar_with_its_weekday_is_made(capsys: Captured) -> None:
    assert run(["make", "weekday", "--date", "2026-10-06", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "Tuesday October 6" in said
    assert "Tue" in said
    assert "There is one solution" in said.replace("\n", " ")
    assert run(["make", "weekday", "--date", "2026-10-06", "--seed", "1", "-q"]) == 0
    made = read_id(capsys.readouterr().out.strip())
    assert made.board == find_puzzle("weekday:10-06-tue").board
    assert sum(1 for _ in tilings(made.problem())) == 1


@pytest.mark.parametrize(
    ("kind", "date", "board"),
    [
        ("calendar", "2026-10-06", "calendar:10-06"),
        ("calendar", "today", "calendar:today"),
        ("calendar", " 2-29 ", "calendar:02-29"),
        ("weekday", "10-06-tue", "weekday:10-06-tue"),
        ("weekday", "10-6-Sunday", "weekday:10-06-sun"),
        ("weekday", "2026-10-06-tue", "weekday:10-06-tue"),
        ("weekday", "02-29-wed", "weekday:02-29-wed"),
        ("weekday", "tomorrow", "weekday:tomorrow"),
    ],
)
def test_a_date_is_read_as_in_the_name_of_a_calendar(
    kind: str, date: str, board: str, capsys: Captured
) -> None:
    assert run(["make", kind, "--date", date, "--seed", "1", "-q"]) == 0
    assert read_id(capsys.readouterr().out.strip()).board == find_puzzle(board).board


@pytest.mark.parametrize(
    ("kind", "date", "why"),
    [
        ("calendar", "2026-13-06", "invalid month 13 in '2026-13-06'; write YYYY-MM-DD"),
        ("calendar", "02-30", "there is no February 30"),
        ("calendar", "2026-02-29", "there is no February 29 in 2026"),
        (
            "calendar",
            "yesterday",
            "'yesterday' is not a date; write YYYY-MM-DD, MM-DD, today or tomorrow",
        ),
        (
            "calendar",
            "10-06-xyz",
            "'10-06-xyz' is not a date; write YYYY-MM-DD, MM-DD, today or tomorrow",
        ),
        (
            "calendar",
            "10-06-tue",
            "this calendar has no weekdays; write 10-06, or use the kind 'weekday'",
        ),
        (
            "weekday",
            "10-06-xyz",
            "unknown weekday 'xyz'; the weekdays are Mon, Tue, Wed, Thu, Fri, Sat, Sun",
        ),
        ("weekday", "02-30-mon", "there is no February 30"),
        ("weekday", "13-06-mon", "invalid month 13 in '13-06'; write MM-DD"),
        ("weekday", "tue", "'tue' is not a date; write YYYY-MM-DD, MM-DD, today or tomorrow"),
        ("weekday", "-tue", "'-tue' is not a date; write YYYY-MM-DD, MM-DD, today or tomorrow"),
        ("weekday", "2026-10-06-mon", "2026-10-06 is a Tuesday, not a Monday"),
    ],
)
def test_a_wrong_date_or_weekday_is_said_in_one_line(
    kind: str, date: str, why: str, capsys: Captured
) -> None:
    assert run(["make", kind, f"--date={date}", "--seed", "1"]) == 2
    assert capsys.readouterr().err.startswith(f"tilewright: --date: {why}")
    assert run(["solve", f"{kind}:{date}"]) == 2
    assert why in capsys.readouterr().err


def test_every_date_has_every_weekday() -> None:
    for puzzle in named_puzzles("weekday"):
        word = puzzle.name.partition(":")[2]
        date = CALENDARS["weekday"].read_date(word)
        assert find_puzzle(f"weekday:{date.isoformat()}") == find_puzzle(puzzle.name) == puzzle


def test_the_calendar() -> None:
    for name, number in (("calendar:01-25", 216), ("calendar:10-06", 7)):
        assert Search(find_puzzle(name).problem()).count() == number


@pytest.mark.slow
def test_all_dates_of_the_calendar() -> None:
    total = sum(Search(puzzle.problem()).count() for puzzle in named_puzzles("calendar"))
    assert total == 24_405


@pytest.mark.slow
def test_all_dates_of_the_calendar_with_weekdays() -> None:
    counts = dict(calendar_counts(named_puzzles("weekday")))
    assert len(counts) == 366 * 7
    assert min(counts.values()) == 97  # Monday, April 6
    assert sum(counts.values()) == 4_864_096


def test_a_booklet_has_no_puzzle_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """On a 4x4 board few lists of pieces have one solution, so seeds come to the same one soon."""
    assert run(["make", "sigil", "4x4", "-n", "6", "--seed", "1", "--json", "-q"]) == 0
    made = json.loads(capsys.readouterr().out)["puzzles"]
    pieces = {json.dumps(sorted(puzzle["pieces"])) for puzzle in made}
    assert len(pieces) == len(made) == 6


def test_a_booklet_says_if_there_are_no_more_puzzles(capsys: Captured) -> None:
    assert run(["make", "sigil", "3x4", "-n", "20", "--seed", "1", "--json"]) == 3
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    made = answer["puzzles"]
    assert 1 < len(made) < 20
    assert answer["complete"] is False
    assert f"made only {len(made)} of 20 puzzles; no others were found" in captured.err


def test_the_list_of_puzzles_says_how_hard_they_are(capsys: Captured) -> None:
    assert run(["puzzles", "tower-gates"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("talos:tower-gates-1")
    assert first.endswith("tetromino:LLZZ --turn one-sided (medium)")
    assert run(["puzzles", "dots:6x6", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["puzzles"]
    assert [(each["kind"], each["level"]) for each in listed] == [
        ("dots", "easy"),
        ("dots", "medium"),
    ]


def test_listed_puzzles_are_quoted_for_a_shell(capsys: Captured) -> None:
    assert run(["puzzles", "calendar:10-06"]) == 0
    assert capsys.readouterr().out.endswith(": pentomino:LNPUVYZ '###/###'\n")
    for puzzle in named_puzzles("dots"):
        assert run(["puzzles", puzzle.name]) == 0
        words = shlex.split(
            capsys.readouterr().out.splitlines()[0].rpartition(": ")[2], comments=True
        )
        assert words[:-1] == [puzzle.board.name, *puzzle.pieces]


@pytest.mark.parametrize("option", ["-q", "--json", "-o"])
def test_ctrl_c_leaves_the_puzzles_that_were_made(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    import tilewright.puzzles as generation

    whole, calls = generation.generate, 0

    def pressed(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return whole(*arguments, **options)

    monkeypatch.setattr(generation, "generate", pressed)
    monkeypatch.chdir(tmp_path)
    words = ["make", "dots", "4x6", "--seed", "1", "-n", "9"]
    assert run([*words, option, *(["book.pdf"] if option == "-o" else [])]) == 130
    out, err = capsys.readouterr()
    assert "interrupted after 2 of 9 puzzles" in err
    if option == "-q":
        assert len(out.split()) == 2
    elif option == "--json":
        assert len(json.loads(out)["puzzles"]) == 2
    else:
        assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
    # Where there is none yet, there is nothing to say but that.
    calls = 2
    assert run(words) == 130
    assert capsys.readouterr().out == ""
