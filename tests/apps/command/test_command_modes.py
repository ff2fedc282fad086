"""An option has an effect or is refused, and ``-q`` changes neither an answer nor an exit code."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tilewright.apps.command import run
from tilewright.apps.command.commands import COMMANDS
from tilewright.apps.command.options import option_rules, read_command_line
from tilewright.apps.command.parser import make_app

Captured = pytest.CaptureFixture[str]

#: Options that mean something in every mode of every command.
ALWAYS = "--json --quiet --verbose --timeout --threads --max-memory --out"
#: Options of problems, of runs and of pages, which are refused where there is no problem, no run or
#: no page.
SHARED = "--turn --placed --empty --rule --run --per-page --title"
#: The other options of each command that work in all its modes, or that the command itself refuses
#: where they do not. A new option is listed here or in the table of modes.
OWN = {
    "solve": "--all --unique --symmetric --most --cheapest --seed --limit --engine "
    "--checkpoint --animate",
    "count": "--unique --distinct-pieces --by-piece --weight --cost --heat "
    "--mod --at --upto --against --bfile --check --checkpoint",
    "sample": "--number --seed --weight --heights",
    "cut": "--cell-size --tray",
    "compile": "--ask",
    "color": "--touch --colors --all",
    "show": "--containing --unique --limit",
    "print": "--language "
    "--link --title-page --author --intro --level --puzzle-list --how-many --palette",
    "puzzles": "--solutions",
    "make": "--language --level --minimal --seed --number --date --paper --cell-size --link "
    "--title-page --author --intro",
    "play": "--host --port --browser --key",
    "site": "--days --from --without --address",
    "golomb": "--hole --seed --tile-at --steps --window",
    "plane": "--table --heesch --max-tiles",
    "rectangles": "--max-width --search --table --both --boxes",
    "figure": "--once --copies --symmetry --different --in --convex --holes --scale --one-tiling "
    "--all --limit --max-cells",
    "convert": "--from --verify",
    "design": "--copies --fewest --limit --threads --out",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    assert run(["solve", "2x3", "L3+", "-q", "-o", str(folder / "tiling.txt")]) == 0
    assert run(["solve", "2x3", "L3+", "-q", "-o", str(folder / "tiling.png")]) == 0
    assert run(["rectangles", "L4", "-q", "-o", str(folder / "primes.jsonl")]) == 0
    (folder / "cover.dlx").write_text("a b c\na\nb\nc\na b\n")
    return folder


@pytest.fixture(autouse=True)
def in_a_folder_with_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, files: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    capsys.readouterr()


def test_every_option_says_where_it_works() -> None:
    app = make_app([each.name for each in COMMANDS])
    for command, *_ in COMMANDS:
        listed = {*ALWAYS.split(), *SHARED.split(), *OWN.get(command, "").split()}
        for rule in option_rules():
            if not rule.commands or command in rule.commands:
                listed |= {*rule.options}
        options = {
            next(name for name in one.names if name.startswith("--"))
            for one in app[command].assemble_argument_collection()
            if one.parse and one.name.startswith("--") and one.field_info.is_keyword
        }
        assert options <= listed, command
        assert {*OWN.get(command, "").split()} <= options, command


def test_modes_name_options_that_there_are() -> None:
    app = make_app([each.name for each in COMMANDS])
    for rule in option_rules():
        for command in rule.commands or ["solve"]:
            known = {
                name for one in app[command].assemble_argument_collection() for name in one.names
            }
            named = {*rule.options, *rule.beside, *rule.needs}
            assert {name for name in named if name.startswith("--")} <= known, (command, named)


def test_every_rule_refuses_its_options(capsys: Captured) -> None:
    for rule in option_rules():
        for beside in rule.beside or ["--quiet"]:
            words = [beside] if beside.startswith("--") else ["-o", f"x{beside}"]
            for command in rule.commands or ["solve"]:
                for option in rule.options:
                    assert run([command, *words, option]) == 2, (command, beside, option)
                    assert capsys.readouterr().out == ""


#: Command lines that work, and options that are refused beside them.
REFUSED = {
    "solve 4x4 L4+": "--theme=dark --unique --per-page=2 --rule=by-wrap --title=T",
    "solve 4x4 L4+ --json": "--letters --palette=muted --color-by=piece",
    "solve 4x4 L4+ -q -o tilings.txt": "--palette=muted --color-by=piece --theme=dark",
    "solve 4x4 L4+ -q -o steps.gif": "--letters",
    "solve 4x4 L4+ --all -q -o tilings.jsonl": "--letters --palette=muted --theme=dark",
    "solve 4x4 L4+ --animate 1": "--letters --palette=muted",
    "solve 5x5 X5+ --most -q -o most.pdf": "--per-page=2 --unique --all",
    "count 4x4 L4+": "--theme=dark",
    "sample 4x4 dominoes+ --heights": "--letters --palette=muted --color-by=piece",
    "nth 4x4 L4+ 1 --json": "--letters --palette=muted --color-by=piece",
    "nth 2x3 L3+ tiling.txt": "--theme=dark",
    "compile 2x3 L3+": "--theme=dark",
    "color tiling.txt": "--empty=1 --rule=fault-free --turn=fixed --limit=2 --unique",
    "color tiling.txt --json": "--palette=muted --letters",
    "color 4x4 L4+ --all": "--palette=muted --letters",
    "solve cover.dlx": "--theme=dark --unique --most --threads=1 --checkpoint=x --animate=1 "
    "--letters --palette=muted --run=x --turn=fixed --empty=1 --engine=scan -o=x.jsonl",
    "pieces tetrominoes": "--theme=dark",
    "pieces tetrominoes --json": "-o=x.svg",
    "pieces": "--theme=dark --turn=fixed -o=x.svg",
    "cut 6x10 pentominoes -o cut.svg": "--paper=a3 --floor=2 --height=2",
    "cut pentominoes -o cut.pdf": "--kerf=1 --tray --lid --names --rule=apart --empty=1",
    "print 2x3 L3=2 -o sheet.svg": "--color-by=piece --paper=a3",
    "print 2x3 L3+ --how-many -o ways.pdf": "--letters --no-grade --no-id --color-by=piece",
    "print 2x3 L3=2 -o sheet.pdf": "--theme=dark --rule=by-wrap",
    "puzzles talos:hub": "--theme=dark",
    "make sigil 3x4 --seed 1": "--palette=muted --letters --theme=dark --minimal",
    "make shikaku 3x4 --seed 1": "--minimal",
    "make dominosa 3x4 --seed 1": "--minimal",
    "make sigil 3x4 --seed 1 --json": "--title=T --no-id",
    "make sigil 3x4 --seed 1 -o puzzle.txt": "--no-id --letters --palette=muted --theme=dark",
    "grade 2x3 L3=2": "--theme=dark --rule=by-wrap",
    "golomb 2 --hole 1,1": "--seed=1 --theme=dark",
    "golomb 2 --hole 1,1 --tile-at 0,0": "--steps -o=x.svg",
    "golomb 5x5 --hole 0,0": "--seed=1 --theme=dark --steps --tile-at=0,0 --window=0,0,1,1",
    "plane Y5": "--color-by=orientation --seamless --theme=dark",
    "plane L3 I3 --table": "--color-by=orientation --seamless",
    "rectangles L4 -q -o primes.pdf": "--theme=dark",
    "figure L3 I3 -q": "--theme=dark --limit=2",
    "convert tiling.txt": "--rule=apart --turn=fixed --theme=dark",
    "convert 2x3 L3+ --to board": "--turn=fixed --empty=1 --from=dlx",
    "cut tetrominoes -o parts.stl": "--floor=3 --empty=1 --rule=by-wrap --kerf=1",
    "convert tiling.png 2x3 --to board": "--turn=fixed --empty=1 --from=board",
    "convert 2x3 L3+ --verify": "--to=json -o=x.json",
    "verify tiling.txt 2x3 L3+": "--theme=dark",
    "verify primes.jsonl": "--theme=dark",
}


@pytest.mark.parametrize("line", REFUSED)
def test_an_option_without_effect_is_refused(line: str, capsys: Captured) -> None:
    assert run(line.split()) == 0
    before = {path: path.read_bytes() for path in Path().iterdir()}
    for option in REFUSED[line].split():
        name, _, value = option.partition("=")
        capsys.readouterr()
        value = value.replace("~", " ")
        assert run([*line.split(), name, *([value] if value else [])]) == 2, option
        assert capsys.readouterr().out == "", option
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


#: Command lines, and options that their runs would not obey.
NOT_IN_A_RUN = {
    "solve 2x3 L3+ --all": "--limit=1 --threads=2 --symmetric --checkpoint=x --animate=1",
    "count NxN L3+ --upto 4": "--threads=2 --checkpoint=x --at=3 --by-piece --weight=L3=2",
    "color 2x3 L3+ --all": "--limit=1 --threads=2 --out=x.svg",
    "rectangles L4 --table": "--both --boxes",
    "figure L3 I3": "--threads=2 --out=x.svg",
}


def test_what_a_run_does_not_obey_is_refused(capsys: Captured) -> None:
    for line, options in NOT_IN_A_RUN.items():
        for option in options.split():
            name, _, value = option.partition("=")
            words = [*line.split(), "--run", "run", name, *([value] if value else [])]
            assert run(words) == 2, (line, option)
            assert "cannot be combined with --run" in capsys.readouterr().err, (line, option)
    assert not Path("run").exists()


#: Command lines, and options that change what they print.
CHANGING = dict.fromkeys(
    ("solve 4x4 L4+", "sample 4x4 L4+ --seed 1", "nth 4x4 L4+ 1", "show four.txt"),
    "--palette=muted --color-by=orientation --letters",
) | {
    "color four.txt": "--palette=muted --letters --colors=4",
    "make pips 3x4 --seed 6": "--minimal",
}


@pytest.mark.parametrize("line", CHANGING)
def test_an_option_has_an_effect(
    line: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")

    def printed(*more: str) -> tuple[int, str]:
        return run([*line.split(), *more]), capsys.readouterr().out

    run(["solve", "4x4", "L4+", "-q", "-o", "four.txt"])
    capsys.readouterr()
    usual = printed()
    for option in CHANGING[line].split():
        assert printed(*option.split("=")) != usual, option


def test_the_file_of_a_command_line() -> None:
    assert read_command_line(["solve", "2x3", "L3+", "-o", "Tiling.SVG", "-q"]) == {
        *("--out", "--quiet", ".svg")
    }
    assert read_command_line(["show", "x", "--out=-"]) == {"--out", "-"}
    assert read_command_line(["pieces", "--", "--theme"]) == {"shown"}


#: Requests with and without a fault; what ``-q`` prints instead of a picture is a number or an ID.
QUIET = """
solve 2x3 L3+
design 2x3 L3=2
solve 2x3 L3+ --all
solve 2x3 L3+ --limit 1
solve 2x3 L3+ --letters
golomb 2 --hole 1,1 --steps
solve 3x3 L3+
solve 3x3 L3+ --all --json
solve 2x3 nonsense
solve 2x3 L3+ --unique
solve 5x5 X5+ --most
solve 2x3 L3+ -o tilings.txt
solve 2x3 L3+ -o tilings.nonsense
count 2x3 L3+
count 3x3 L3+
count 2xN L3+ --upto 3
count 2x3 L3+ --at 3
count 2x3 L3+ --by-piece
sample 2x3 L3+ --seed 1
sample 3x3 L3+ --seed 1
sample 2x3 L3+ --weight I3=2
nth 2x3 L3+ 1
nth 2x3 L3+ 2
nth 2x3 L3+ 99999999999999999999
nth 2x3 L3+ 2 --json
nth 2x3 L3+ -1
nth 3x3 L3+ 0
nth 2x3 L3+ tiling.txt
nth 3x3 L3+ tiling.txt
compile 2x3 L3+
compile 3x3 L3+
compile 2x3 L3+ --ask nonsense
color tiling.txt
color tiling.txt --colors 1
color tiling.txt --colors 0
color 2x3 L3+ --all
color 3x3 L3+
solve cover.dlx
solve cover.dlx --all
solve missing.dlx
show tiling.txt
show tiling.txt 1
show primes.jsonl --containing L4:0,0-0,1-0,2-0,3
pieces tetrominoes
pieces nonsense
print 2x3 L3=2 -o sheet.pdf
print 2x3 L3=2
cut L3 -o cut.svg
cut L3
puzzles talos:hub
puzzles nonsense
make sigil 3x4 --seed 1
make sigil 3x4 --seed 1 -n 20
make sigil 1x1 --seed 1
grade 2x3 L3=2
grade 3x3 L3+
hint talos:hub-gates-1
hint talos:hub-gates-1 talos:hub-gates-2
golomb 2 --hole 1,1
golomb 2 --hole 9,9
golomb 2 --hole 1,1 --tile-at 0,0
golomb 5x5 --hole 0,0
golomb 5x5 --hole 0,1
golomb 3x3 --hole 9,9
plane Y5
plane L3 I3 --table
plane nonsense
rectangles L4
rectangles X5
rectangles L4 I4 --table
figure L3 I3
figure L3 I3 --max-cells 3
convert 2x3 L3+ --to puzzle
convert 2x3 L3+ --verify
convert missing.txt --to json
verify tiling.txt
verify tiling.txt 2x3 L3+
verify tiling.txt 3x3 L3+
verify primes.jsonl
"""


#: Those of them whose answer is already as short as with ``-q``.
SHORT = """
count 2x3 L3+
count 2xN L3+ --upto 3
count 2x3 L3+ --by-piece
nth 2x3 L3+ tiling.txt
compile 2x3 L3+
compile 3x3 L3+
color 2x3 L3+ --all
make sigil 1x1 --seed 1
golomb 2 --hole 1,1 --tile-at 0,0
plane L3 I3 --table
rectangles X5
rectangles L4 I4 --table
convert 2x3 L3+ --to puzzle
convert 2x3 L3+ --verify
verify tiling.txt
verify tiling.txt 2x3 L3+
verify tiling.txt 3x3 L3+
verify primes.jsonl
"""


@pytest.mark.parametrize("line", QUIET.split("\n")[1:-1])
def test_quiet_changes_no_exit_code(line: str, capsys: Captured) -> None:
    """And prints nothing that the answer without it does not have."""
    code = run(line.split())
    loud = capsys.readouterr()
    assert run([*line.split(), "-q"]) == code
    quiet = capsys.readouterr()
    short = code == 2 or line in SHORT.split("\n")
    assert ((quiet.out, quiet.err) == (loud.out, loud.err)) is short
    if "--json" not in line:
        numbers = re.findall(r"\d+", quiet.out)
        assert len(quiet.out) <= max(len(loud.out), 20), numbers


def test_every_command_is_tried_quietly() -> None:
    tried = {line.split()[0] for line in QUIET.split("\n")[1:-1]}
    # These two write a site, or wait for a browser.
    assert tried == {each.name for each in COMMANDS} - {"play", "site"}
