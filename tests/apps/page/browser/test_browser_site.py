"""The static site: the same page without a server, below a path of any host of files."""

from __future__ import annotations

import base64
import contextlib
import datetime
import gzip
import hashlib
import html
import io
import json
import re
import shutil
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from moves import Open, go, make, saved_file, shows, solution, stroke
from PIL import Image
from playwright.sync_api import Page, expect
from starting import hosted

from conftest import RUNNING
from tilewright.apps.command.app import run
from tilewright.apps.page import shipped
from tilewright.apps.page.built import STATIC
from tilewright.apps.page.sheets import describe
from tilewright.apps.site import PARTS, Site, build_site, days, previews
from tilewright.apps.site import shipped as making_shipped
from tilewright.apps.site.days import (
    DaysWork,
    collect_days,
    daily_requests,
    make_day,
    request_digest,
)
from tilewright.apps.site.docs import add_docs
from tilewright.apps.site.files import SiteFiles
from tilewright.apps.site.plane import decide_turns
from tilewright.apps.site.pool import choices, read_pool
from tilewright.apps.site.serving import page_files
from tilewright.apps.site.shipped import compute_answers
from tilewright.errors import EngineError, OutputError
from tilewright.formats.request import read_id
from tilewright.model.puzzle import find_puzzle, named_puzzles
from tilewright.puzzles.making.clues import has_one_solution
from tilewright.system.runs import Run, Threads
from tilewright.system.work.progress import Progress
from waiting import until

FIRST = datetime.date(2026, 11, 20)
#: Noon of the second day that is built.
NOON = "2026-11-21T12:00:00"
#: A day that does not come with tilewright.
LATER = datetime.date(2041, 11, 20)
EASY = "talos:hub-gates-1"
DOTS = "dots:4x6-easy"
#: Cells that are no tile of its solution.
WRONG = [(2, 4), (2, 5), (3, 5)]


@pytest.fixture
def built(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A small site below a path of its host."""

    @contextlib.contextmanager
    def start() -> Iterator[Site]:
        folder = tmp_path_factory.mktemp("host") / "some" / "path"
        with pytest.MonkeyPatch.context() as patched:
            # To draw all previews takes long.
            patched.setattr(previews, "named_puzzles", lambda: named_puzzles()[:1])
            made = build_site(folder, days=3, first=FIRST, archive=1, without=("atlas", "docs"))
        yield made

    return RUNNING.once("built", start)  # type: ignore[no-any-return]


@pytest.fixture
def site(built: Site) -> str:
    """The address of the small site."""

    @contextlib.contextmanager
    def start() -> Iterator[str]:
        with hosted(built.folder.parents[1]) as found:
            yield f"{found}some/path/"

    return RUNNING.once("site", start)  # type: ignore[no-any-return]


def read(built: Site, path: str) -> Any:
    return json.loads((built.folder / path).read_text(encoding="utf-8"))


def test_a_site_has_what_a_server_has(built: Site) -> None:
    files = page_files()
    for path in ("api/gallery.json", "api/kinds.json", "api/plane/5.json", "api/pool/dots.json"):
        assert read(built, path) == json.loads(files[path])
    whole = read(built, "api/whole.json")
    assert read(built, "start.json")["days"] == ["2026-11-19", "2026-11-22"]
    for puzzle in named_puzzles()[::20]:
        sheet = read(built, f"api/puzzle/{puzzle.name.replace(':', '.')}.json")
        assert sheet == json.loads(json.dumps(describe(puzzle)))
    ids = read(built, "api/ids.json")
    for day, shorts in read(built, "api/daily/2026-11.json").items():
        assert shorts == json.loads(files["api/daily/2026-11.json"])[day]
        for short in shorts:
            # The page makes the sheet of an ID as the library does
            # (tests/apps/page/test_sheets_in_page.py).
            assert describe(read_id(short["id"]))["pieces"]
            assert day in whole[shipped.digest(short["id"])] or ids.get(short["id"]) == day


def test_a_site_is_small_and_safe(built: Site) -> None:
    sizes = {
        path.relative_to(built.folder).as_posix(): path.stat().st_size
        for path in built.folder.rglob("*")
        if path.is_file()
    }
    assert built.size < 4_000_000
    assert sum(sizes.values()) - sizes["files.json"] == built.size
    first = (built.folder / "index.html").read_text(encoding="utf-8")
    # The one script in the page is the loader, which is known by its hash.
    loader = first.partition("<script>")[2].partition("</script>")[0]
    known = base64.b64encode(hashlib.sha256(loader.encode()).digest()).decode()
    assert (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' "
        f"'sha256-{known}';" in html.unescape(first)
    )
    assert "unsafe-inline" not in first
    assert "frame-ancestors" not in first
    assert "<style" not in first
    assert re.findall("<script[^>]*>", first.replace(loader, "")) == ["<script>"]
    # Nothing is asked for by an absolute address, and no file has a name that some host cannot
    # keep.
    assert not any(
        f'{name}="{start}' in first for name in ("src", "href") for start in ("/", "http")
    )
    assert all(set(path) <= set(string.ascii_letters + string.digits + "/.-") for path in sizes)
    assert (built.folder / "static" / "icon.svg").read_bytes() == (STATIC / "icon.svg").read_bytes()


def test_a_site_is_brought_up_to_date(built: Site, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="has other files"):
        build_site(folder, days=1, first=FIRST, archive=0, without=PARTS)
    (folder / "mine.txt").unlink()
    for path, content in {
        "static/old.js": b"old",
        "start.json": b"old",
        "files.json": b'{"files": {"static/old.js": "", "start.json": "", "../kept.txt": ""}}',
    }.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    (tmp_path / "kept.txt").write_text("kept")
    made = build_site(folder, days=1, first=FIRST, archive=0, without=PARTS)
    assert (made.first, made.last, made.parts) == (FIRST, FIRST, ())
    assert not (folder / "static" / "old.js").exists()
    assert (tmp_path / "kept.txt").exists()
    assert read(made, "start.json")["days"] == ["2026-11-20", "2026-11-20"]
    # What is the same is the same to the byte.
    same = {
        "static/views/app.js",
        "static/style.css",
        "preview.png",
        f"api/puzzle/{EASY.replace(':', '.')}.json",
    }
    hashes = [read(each, "files.json")["files"] for each in (made, built)]
    assert all(hashes[0][path] == hashes[1][path] for path in same)


def test_what_comes_with_tilewright_is_what_it_computes() -> None:
    assert compute_answers() == shipped.answers()
    dates = {day: datetime.date.fromisoformat(day) for day in shipped.days()}
    first, last = min(dates.values()), max(dates.values())
    assert (last - first).days + 1 == len(dates)
    kept = [day for day, each in shipped.days().items() if each["of"] == days.KEPT]
    made = {day: date for day, date in dates.items() if day not in kept}
    # They follow one another, so that a week has one plan.
    first_made, last_made = min(made.values()), max(made.values())
    assert (last_made - first_made).days + 1 == len(made)
    assert (first_made.weekday(), last_made.weekday()) == (0, 6)
    assert {day: shipped.days()[day]["of"] for day in made} == {
        day: request_digest(date) for day, date in made.items()
    }, "python -m tilewright.apps.site.shipped"
    for day in list(made)[100::400]:
        assert shipped.days()[day]["puzzles"] == make_day(dates[day]), day
    # The level that is shown is the grade of the puzzle, and the one of the plan.
    for day, date in made.items():
        assert [each["grade"]["level"] for each in shipped.days()[day]["puzzles"]] == [
            wanted["level"] for wanted in daily_requests(date)
        ], day


@pytest.mark.parametrize(
    ("new", "made"),
    [
        ([], [None, "new", None]),
        (["2999-01-01"], ["new", "new", "new"]),
        (["2999-01-02"], [None, "new", "new"]),
        (["2999-01-03"], [None, None, "new"]),
    ],
)
def test_days_before_a_day_keep_their_puzzles(
    new: list[str], made: list[str | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the three days, the first one has kept its puzzles before, the second one would have other
    puzzles now, and the third one would not."""
    names = ["2999-01-01", "2999-01-02", "2999-01-03"]
    digests = [request_digest(datetime.date.fromisoformat(name)) for name in names]
    known = {
        name: {"day": name, "of": of, "puzzles": [{"id": "old"}]}
        for name, of in zip(names, [days.KEPT, "another plan", digests[2]], strict=True)
    }
    monkeypatch.setattr(days, "shipped_days", lambda: known)
    monkeypatch.setattr(days, "make_day", lambda _: [{"id": "new"}])
    monkeypatch.setattr(making_shipped, "days", lambda: known)
    monkeypatch.setattr(making_shipped, "compute_answers", dict)
    for name in ("ANSWERS", "DAYS"):
        monkeypatch.setattr(making_shipped, name, tmp_path / name)
    assert making_shipped.main([names[-1], names[0], *new]) == 0
    lines = map(json.loads, gzip.decompress((tmp_path / "DAYS").read_bytes()).splitlines())
    for line, name, digest, of in zip(lines, names, digests, made, strict=True):
        assert line == {
            "day": name,
            "of": digest if of or known[name]["of"] == digest else days.KEPT,
            "puzzles": [{"id": of or "old"}],
        }


def test_days_that_have_passed_keep_their_puzzles() -> None:
    """Another plan, or another way to make puzzles, changes no day that people have played."""
    past = [each["puzzles"] for day, each in shipped.days().items() if day < "2026-12"]
    assert len(past) == 370
    digest = hashlib.sha256(json.dumps(past).encode()).hexdigest()
    assert digest.startswith("03271ee18a2b5f40")


def test_days_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [LATER + datetime.timedelta(number) for number in (1, 2, 3)]
    made = collect_days(wanted, tmp_path, lambda _: None)
    again: list[datetime.date] = []

    def making(day: datetime.date) -> list[dict[str, Any]]:
        again.append(day)
        return make_day(day)

    monkeypatch.setattr(days, "make_day", making)
    assert collect_days(wanted[:2], tmp_path, lambda _: None) == {
        day: made[day] for day in wanted[:2]
    }
    assert again == []
    # A day whose line is damaged, and one that another version has made, are made again.
    file = tmp_path / "days.jsonl"
    first, second, third = file.read_text(encoding="utf-8").splitlines(keepends=True)
    other = json.dumps({**json.loads(second), "of": "another version"}) + "\n"
    file.write_text(first[:-9] + "\n" + other + third, encoding="utf-8")
    assert collect_days(wanted, tmp_path, lambda _: None) == made
    assert again == wanted[:2]
    assert collect_days(wanted, tmp_path, lambda _: None) == made
    assert again == wanted[:2]


def test_days_after_one_that_cannot_be_made_are_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [LATER + datetime.timedelta(number) for number in range(3)]
    made: list[datetime.date] = []
    broken = [wanted[0]]

    def making(day: datetime.date) -> list[dict[str, Any]]:
        if day in broken:
            raise EngineError("it took too long")
        made.append(day)
        return [{"id": str(day)}]

    monkeypatch.setattr(days, "make_day", making)
    with pytest.raises(EngineError, match="it took too long"):
        collect_days(wanted, tmp_path, lambda _: None)
    broken.clear()
    found = collect_days(wanted, tmp_path, lambda _: None)
    assert found == {day: [{"id": str(day)}] for day in wanted}
    assert sorted(made) == wanted


def test_days_of_a_run_that_was_killed_are_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[datetime.date] = []
    monkeypatch.setattr(days, "make_day", lambda day: made.append(day) or [{"id": str(day)}])
    wanted = [LATER + datetime.timedelta(number) for number in range(3)]
    work = DaysWork({"kind": DaysWork.kind, "days": [day.isoformat() for day in wanted[:2]]})
    with Run(tmp_path / "days-run", work) as begun, contextlib.closing(Threads(work, 1)) as crew:
        assert begun.go(crew)
    told: list[Progress] = []
    found = collect_days(wanted, tmp_path, told.append)
    assert found == {day: [{"id": str(day)}] for day in wanted}
    assert made == wanted
    assert (told[-1].done, told[-1].total) == (3, 3)


@pytest.mark.slow
def test_days_are_made_by_several_processes(tmp_path: Path) -> None:
    wanted = [LATER + datetime.timedelta(number) for number in range(9)]
    made = collect_days(wanted, tmp_path, lambda _: None, processes=2)
    assert made == {day: make_day(day) for day in wanted}


def test_tables_of_the_site_are_right() -> None:
    """A few of the pieces that were decided and of the puzzles that were made before."""
    table = shipped.read_plane()
    for size, known in table.items():
        piece = sorted(known)[len(known) // 3]
        assert (piece.count("#"), decide_turns(piece)) == (size, known[piece])
    pool = [made for made in read_pool() if made.id]
    offered = set(choices())
    assert {made.choice for made in pool} <= offered
    assert len({made.id for made in pool}) == len(pool)
    for made in pool[:: len(pool) // 12]:
        puzzle = read_id(made.id)
        assert puzzle.kind == made.kind
        assert has_one_solution(puzzle.problem())


def test_what_the_command_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    assert run(["site", str(full)]) == 2
    assert capsys.readouterr().err.startswith(f"tilewright: {full}: the folder has other files")
    for words, message in {
        (
            "--from",
            "21.11.2026",
        ): "--from: a date must be written as year-month-day, got '21.11.2026'",
        ("--without", "fonts"): "--without: must contain only atlas, docs, previews, got 'fonts'",
        (
            "--address",
            "example.org",
        ): "an address must begin with http:// or https://, got 'example.org'",
        ("--days", "0"): "must be 1 to 3660, got 0",
    }.items():
        assert run(["site", str(tmp_path / "new"), *words]) == 2
        assert message in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def told(page: Page, address: str) -> list[str]:
    """What is said of a game, move by move."""
    page.goto(f"{address}#/p/{DOTS}")
    ways = page.locator(".ways")
    expect(ways).to_have_text("1 solution")
    message = page.locator(".message p").first
    stroke(page, solution(DOTS)[0][1])
    expect(ways).to_have_text("1 solution")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#announcer")).to_have_text("No mistakes so far.")
    expect(ways).to_have_text("1 solution left")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("button", name="Show it")).to_have_count(0)
    expect(message).to_contain_text(" ")
    found = [message.inner_text()]
    stroke(page, WRONG)
    expect(ways).to_have_text("1 solution")
    page.get_by_role("button", name="Check").click()
    expect(message).to_be_visible()
    expect(ways).to_have_text("Dead end")
    found.append(message.inner_text())
    page.get_by_role("button", name="Undo").click()
    expect(ways).to_have_text("1 solution")
    return found


def test_the_page_without_a_server(open_page: Open, site: str, server: str) -> None:
    """The puzzles of the day, a game as on a server, and what needs the program."""
    page = open_page(at=site, now=NOON)
    names = page.locator(".card.of-day .name")
    expect(names.first).to_have_text("Cover all but today")
    expect(names.nth(1)).to_have_text("Find 18 trominoes")
    expect(page.locator(".first-board .slot")).to_have_count(2)
    go(page, "#/collections")
    page.locator('[data-day="2026-11-30"]').click()
    expect(page.get_by_text("from November 19, 2026 to November 22, 2026")).to_be_visible()
    go(page, "#/")
    page.locator(".card.of-day:not(.waiting)").nth(1).click()
    expect(page.locator("h1")).to_have_text("Dots 6 × 9")
    # A link to a puzzle of a day leads to it in another browser, too.
    link = page.url
    other = open_page(link.removeprefix(site), at=site)
    expect(other.locator("h1")).to_have_text("Dots 6 × 9")
    assert told(other, site) == told(open_page(at=server), server)
    # Calendars, and puzzles of others, come from their names and IDs.
    for link, title in {
        "calendar:02-29": "A puzzle a day, February 29",
        "id:A5pUkl9UWmxlVGHC5WNiawQA": "Fit the pieces 2 × 4, torus",
    }.items():
        go(other, f"#/p/{link}")
        expect(other.locator("h1")).to_have_text(title)
    go(other, "#/p/id:nonsense")
    expect(other.get_by_role("alert")).to_contain_text("ID")
    # A picture of it is drawn in the browser, on white, with the rules and the pieces that are
    # left.
    go(other, f"#/p/{EASY}")
    expect(other.locator(".slot")).to_have_count(2)
    other.locator(".tools > .menu > summary").click()
    for ending in ("SVG", "PNG"):
        file = saved_file(other, ending)
        content = Path(file.path()).read_bytes()
        assert file.suggested_filename == f"hub-gates-green-1.{ending.lower()}"
        assert content.startswith(b"<svg" if ending == "SVG" else b"\x89PNG")
        if ending == "SVG":
            text = content.decode()
            assert "You may turn the pieces, but not flip them." in text
            assert EASY in text
            face = other.locator(".slot .face").first
            # Both L's have the color that they have on the page.
            color = face.evaluate("face => getComputedStyle(face).fill")
            assert text.count(f'fill="{color}"') == 2
    # Puzzles of numbers that are not prepared are made here.
    go(other, "#/make")
    for few in (True, False):
        make(other, minimal="on" if few else "off")
        expect(other.locator("h1")).to_have_text("Dots 6 × 6")
        expect(other.locator(".ways")).to_have_text("1 solution")
        go(other, "#/make")
    # The first numbers are those of prepared puzzles.
    first = next(
        made
        for made in read_pool()
        if made.choice == ("dots", "6x6", "trominoes") and made.level == "easy"
    )
    make(other, seed="0")
    expect(other).to_have_url(re.compile(re.escape(first.id.removeprefix("id:"))))
    go(other, "#/plane")
    expect(other.locator(".verdict")).to_contain_text("tiles the plane")
    # Larger pieces and other cells are decided by the worker.
    for piece, verdict, why in (
        ("oooooooo-o-o", "The piece tiles the plane by translations.", "one tile per period"),
        (
            "hex:oo-.o.o-.oo",
            "The piece tiles the plane, but not all tiles have the same surroundings.",
            "in 2 classes",
        ),
        (
            "ooooo-..o-..o-..o-..o",
            "The piece does not tile the plane.",
            "The Heesch number of the piece is",
        ),
    ):
        go(other, f"#/plane/{piece}/free")
        expect(other.locator(".saying")).to_contain_text(why)
        expect(other.locator(".verdict")).to_have_text(verdict)
    expect(other.locator("label[for=rings]")).to_be_visible()
    mosaic = other.locator("canvas.mosaic")
    for link in ("aztec:20/5", "tri:hexagon6/5", "12x13/5/ink/4"):
        go(other, f"#/random/{link}")
        shows(mosaic, f'"board":"{link.split("/")[0]}".*"tiled":true')


def test_a_puzzle_of_the_day_counts_by_its_link(open_page: Open, built: Site, site: str) -> None:
    those = read(built, "api/daily/2026-11.json")["2026-11-21"]
    short = next(one for one in those if one["doing"] == "Find 18 trominoes")
    page = open_page(f"#/p/{short['id']}", at=site, now=NOON)
    expect(page.locator(".ways")).to_have_text("1 solution")
    for _, cells in solution(short["id"]):
        stroke(page, cells)
    expect(page.locator("dialog.won")).to_be_visible()
    go(page, "#/")
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.locator(".card.of-day.solved .tick")).to_have_count(1)


def test_a_deep_link_loads_nothing_of_the_first_screen(open_page: Open, site: str) -> None:
    page = open_page("#/make", at=site)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(site)))
    page.goto("about:blank")
    page.goto(f"{site}#/p/{EASY}")
    expect(page.locator(".ways")).to_have_text("1 solution")
    assert "static/views/app.js" in asked
    assert [path for path in asked if path in ("start.json", "api/gallery.json")] == []


def test_addresses_that_lead_nowhere_lead_on(open_page: Open, site: str) -> None:
    """Nothing is in the console: what is not there is not asked for."""
    page = open_page("#/nothing", at=site, now=NOON)
    for path, title, why in (
        ("#/nothing", "This page does not exist", "The link may be old"),
        ("#/constructor", "This page does not exist", "The link may be old"),
        ("#/p/nonsense", "Puzzle not found", "Unknown puzzle 'nonsense'."),
        ("#/p/talos:nonsense", "Puzzle not found", "Unknown puzzle 'talos:nonsense'."),
        ("#/day/2026-02-30", "This page does not exist", "'2026-02-30' is not a date."),
        # A puzzle of a day that this site does not have.
        ("#/p/id:29FA-YPT8-J6", "Puzzle not found", "Only the tilewright program can make"),
    ):
        go(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("alert")).to_contain_text(why)
        expect(page.get_by_role("link", name="Back to the puzzles")).to_be_visible()
        assert ("does not exist" in page.title()) == ("does not exist" in title)
        page.get_by_role("link", name="Today's puzzle").click()
        expect(page.locator("h1")).to_have_text("A puzzle a day, November 21")
    # A link within a view leads to no other view.
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    expect(page.locator("h1")).to_have_text("A puzzle a day, November 21")


def test_a_day_without_puzzles_of_its_own_has_those_of_another(open_page: Open, site: str) -> None:
    """A site that nobody has brought up to date still has a puzzle for each day, and counts it."""
    page = open_page(at=site, now="2026-11-24T12:00:00")
    expect(
        page.get_by_text("Except for the calendar, these puzzles are from November 20, 2026.")
    ).to_be_visible()
    cards = page.locator(".card.of-day:not(.waiting)")
    expect(cards).to_have_count(3)
    expect(cards.first).to_contain_text("Cover all but today")
    go(page, "#/collections")
    page.locator('[data-day="2026-11-23"]').click()
    other = page.locator(".days .notice")
    expect(other).to_contain_text("from November 19, 2026 to November 22, 2026")
    assert "tilewright" not in other.inner_text()
    page.get_by_role("link", name="Calendar", exact=True).click()
    expect(page.locator("h1")).to_have_text("A puzzle a day, November 23")


def test_links_and_frames_elsewhere(
    open_page: Open, built: Site, site: str, tmp_path: Path
) -> None:
    """The preview of a link, and a puzzle in a page of another host."""
    files = SiteFiles()
    previews.add_previews(files, "https://example.org/tiles/", [find_puzzle(DOTS)])
    files.write(tmp_path)
    for path, title, about, picture in (
        (
            built.folder / "p/talos.hub-gates-1.html",
            "Hub Gates (Green) #1",
            "You may turn the pieces",
            "",
        ),
        (
            tmp_path / "p/dots.4x6-easy.html",
            "Tromino dots, 4 × 6",
            "outlines",
            "https://example.org/tiles/p/",
        ),
    ):
        text = path.read_text(encoding="utf-8")
        shown = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text))
        assert (shown["title"], shown["image"]) == (title, f"{picture}{path.stem}.png")
        assert about in shown["description"]
        assert "<script" not in text
        with Image.open(path.with_suffix(".png")) as image:
            assert image.width == 600
    page = open_page("p/talos.hub-gates-1.html", at=site)
    expect(page.locator("h1")).to_have_text("3 × 4, 3 pieces")
    assert page.url == f"{site}#/p/talos%3Ahub-gates-1"
    page.locator(".tools > .menu > summary").click()
    page.get_by_role("button", name="Copy link").click()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}p/talos.hub-gates-1.html"
    page.get_by_text("Copy HTML").click()
    line: str = page.evaluate("navigator.clipboard.readText()")
    assert line == (
        f'<iframe src="{site}#/p/talos%3Ahub-gates-1" title="Hub Gates (Green) #1" width="100%" '
        'height="700" '
        'allow="clipboard-write"></iframe>'
    )
    (tmp_path / "index.html").write_text(
        "<!doctype html><title>A school</title><link rel='icon' "
        f"href='data:,'><h1>Puzzles</h1>{line}"
    )
    with hosted(tmp_path) as other:
        page = open_page(at=other)
        frame = page.frame_locator("iframe")
        expect(frame.locator(".slot")).to_have_count(2)
        expect(frame.locator(".ways")).to_have_text("1 solution")
        expect(frame.locator("header.top")).to_be_hidden()
        frame.locator(".tools > .menu > summary").click()
        expect(frame.get_by_role("button", name="Next puzzle")).to_have_count(0)
        expect(frame.get_by_role("link", name="Open in a tab")).to_have_attribute(
            "href", f"{site}#/p/talos%3Ahub-gates-1"
        )


def test_docs_in_a_site(open_page: Open, built: Site, site: str, tmp_path: Path) -> None:
    """Their header leads to the page, and their puzzles are played where they stand."""
    page = (
        "<!doctype html><html><head><title>Guide</title><link rel='icon' "
        "href='data:,'></head><body class='x'><h1>Guide</h1>{}</body></html>"
    )
    (tmp_path / "guides").mkdir()
    (tmp_path / "guides" / "play.html").write_text(page.format("<!-- play: talos:hub-gates-1 -->"))
    (tmp_path / "index.html").write_text(page.format(""))
    files = SiteFiles()
    add_docs(files, tmp_path)
    files.write(tmp_path / "written")
    shutil.copytree(tmp_path / "written" / "docs", built.folder / "docs")
    shown = open_page("docs/guides/play.html", at=site)
    assert shown.locator("header a").evaluate_all(
        "all => all.map((link) => (link.querySelector('span') ?? link).textContent)"
    ) == [
        "tilewright",
        "Play",
        "Make",
        "Explore",
    ]
    expect(shown.frame_locator("iframe").locator(".slot")).to_have_count(2)
    shown.get_by_role("link", name="Make").click()
    expect(shown.locator("h1")).to_contain_text("Make")
    # The page has the same links, as its first file says what lies beside it.
    first = (built.folder / "index.html").read_text(encoding="utf-8")
    assert 'data-site="previews"' in first
    shown.route(
        re.compile(r"/(index\.html)?$"),
        lambda route: route.fulfill(
            body=first.replace("previews", "docs previews", 1), content_type="text/html"
        ),
    )
    shown.goto(f"{site}#/explore")
    shown.reload()
    expect(shown.locator(".view-explore .card", has_text="Atlas")).to_have_count(0)
    expect(shown.get_by_role("link", name="Documentation")).to_have_attribute(
        "href", "docs/index.html"
    )


def test_without_worker_and_storage(open_page: Open, site: str) -> None:
    page = open_page("#/make", at=site, now=NOON)
    expect(page.locator("h1")).to_contain_text("Make")
    page.add_init_script(
        """delete globalThis.WebAssembly;
        Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });"""  # noqa: E501
    )
    page.goto(f"{site}#/p/{DOTS}")
    page.reload()
    expect(page.locator("h1")).to_have_text("Tromino dots, 4 × 6")
    expect(page.locator("svg.outlines")).to_be_visible()
    stroke(page, solution(DOTS)[0][1])
    expect(page.locator(".region")).to_have_count(1)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#toast")).to_contain_text(
        f"This requires the tilewright program: tilewright play {DOTS}"
    )
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".region")).to_have_count(0)
    go(page, "#/make")
    make(page, minimal="on")
    expect(page.locator(".making")).to_contain_text(
        "This requires the tilewright program: tilewright make dots 6x6 trominoes --minimal"
    )
    # A worker without WebAssembly still says what a puzzle of the day is.
    go(page, "#/")
    expect(page.locator(".card.of-day .name").nth(1)).to_have_text("Find 18 trominoes")
    page.add_init_script("delete globalThis.Worker;")
    page.reload()
    expect(page.locator(".of-today .notice")).to_contain_text("needs Web Workers")
    expect(page.locator(".first-board .slot")).to_have_count(2)


def test_offline_and_a_new_version(
    open_page: Open, built: Site, tmp_path: Path, ignore_failed_requests: None
) -> None:
    below = tmp_path / "tiles"
    shutil.copytree(built.folder, below)
    with contextlib.ExitStack() as host:
        address = f"{host.enter_context(hosted(tmp_path))}tiles/"
        page = open_page(at=address, offline=True, now=NOON)
        expect(page.locator(".card.of-day .name").nth(1)).to_have_text("Find 18 trominoes")
        page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
        kept = (
            "async (path) => (await caches.match(new URL(path, location.href), { ignoreSearch: "
            "true })) !== undefined"
        )
        until(lambda: page.evaluate(kept, "api/daily/2026-11.json"), "what was loaded is kept")
        style = below / "static" / "style.css"
        before = hashlib.sha256(style.read_bytes()).hexdigest()[:20]
        style.write_text(
            style.read_text(encoding="utf-8") + "body { --edition: new; }\n", encoding="utf-8"
        )
        after = hashlib.sha256(style.read_bytes()).hexdigest()[:20]
        script = below / "offline.js"
        script.write_text(
            script.read_text(encoding="utf-8").replace(before, after), encoding="utf-8"
        )
        edition = "() => getComputedStyle(document.body).getPropertyValue('--edition')"
        page.reload()
        expect(page.locator(".announced")).to_contain_text("A new version is available.")
        assert page.evaluate(edition) == ""
        page.locator(".announced").get_by_role("button", name="Reload").click()
        page.wait_for_function(f"{edition} === 'new'")
        expect(page.locator(".announced")).to_have_count(0)
    # Nobody answers any more.
    page.reload()
    expect(page.locator(".card.of-day .name").nth(1)).to_have_text("Find 18 trominoes")
    page.goto(f"{address}#/p/{DOTS}")
    expect(page.locator(".ways")).to_have_text("1 solution")
    go(page, "#/deficient")
    expect(page.locator("canvas.deep")).to_be_visible()
    go(page, "#/figures")
    expect(page.locator(".verdict")).to_have_text("10 cells: 2 F5 = 2 L5")
    go(page, "#/p/classic:6x10")
    expect(page.locator(".slot").first).to_be_visible()
    go(page, "#/day/2026-11-22")
    expect(page.locator(".daily .card:not(.waiting)")).to_have_count(3)
    go(page, "#/day/2026-12-22")
    expect(page.get_by_role("alert")).to_contain_text(
        "For this day, only a calendar puzzle is available."
    )


def test_the_page_can_be_installed_where_the_browser_offers_it(open_page: Open) -> None:
    page = open_page("#/progress")
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    icons = json.loads(manifest["data"])["icons"]
    for icon in icons:
        shown = page.request.get(urljoin(manifest["url"], icon["src"]))
        assert shown.ok
        if icon["type"] == "image/png":
            width, height = Image.open(io.BytesIO(shown.body())).size
            assert icon["sizes"] == f"{width}x{height}"
    # The pages of tests are private ones, which is all that is in the way.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors] == ["in-incognito"]
    install = page.get_by_role("button", name="Install")
    page.get_by_role("link", name="Explore").click()
    expect(page.get_by_role("link", name=re.compile("^Watch"))).to_be_visible()
    expect(install).to_be_hidden()
    page.evaluate(
        """() => {
        const event = new Event("beforeinstallprompt", { cancelable: true });
        event.prompt = () => { document.title = "asked"; };
        dispatchEvent(event);
        }"""
    )
    expect(install).to_be_visible()
    install.click()
    expect(page).to_have_title("asked")
    expect(install).to_be_hidden()
