"""Names and help of commands and options."""

from __future__ import annotations

import re

import pytest

from tilewright.apps.command import run
from tilewright.apps.command.commands import COMMANDS
from tilewright.apps.command.parser import make_app

#: Options that a command had before: what is typed, and what the error says to write.
OLD = {
    "solve 4x4 L4+ --color always": "FORCE_COLOR=1",
    "print 4x4 L4+ --palette grays --patterns -o x.pdf": "`--palette hatched`",
    "convert board.png --grid 3x4": "`tilewright convert PICTURE ROWSxCOLUMNS -o FILE`",
    "convert answer.txt --problem p.cnf": "`tilewright convert ANSWER PROBLEM.cnf -o FILE`",
    "compile 4x4 L4+ --without L4:0,0-1,0-2,0-2,1": "`where` of a set",
    "verify primes.jsonl --max-states 9": "`max_states=…`",
    "count 4x6 L3+ --symmetric half-turn": "`tilewright solve … --all --symmetric half-turn -q`",
    "pieces pentominoes --symmetry": "`--json`",
    "color tiling.txt --crossings": "`tally` of `tilewright.solving.coloring`",
    "color 4x4 --color-cells 2": "`cell_colors` of `tilewright.solving.coloring`",
    "color tiling.txt --graph g.col": "`graph` of `tilewright.solving.coloring`",
    "count 4x4 L4+ --heat --exact": "heat(exact=True)",
    "plane Y5 --max-coronas 2": "`max_coronas=…`",
    "rank 4x4 dominoes+ -t tiling.txt": "`tilewright nth BOARD PIECES... FILE`",
    "show tiling.txt --rank": "`tilewright nth BOARD PIECES... FILE`",
    "cover problem.dlx --all": "`tilewright solve FILE.dlx`",
    "solve problem.dlx --from dlx": "`tilewright convert FILE --from FORMAT -o FILE.dlx`",
    "figure pentominoes --contains": "`superform` of `tilewright.shapes.figures`",
    "figure X5 --excludes 6x6": "`exclusion` of `tilewright.shapes.figures`",
    "figure --ring 4": "`ring_around` of `tilewright.shapes.figures`",
    "figure I4 L4 T4 --pairs": "`figures_of_each` of `tilewright.shapes.figures`",
    "runs folder": "`tilewright show FOLDER`",
    "atlas out": "`python -m tilewright.apps.atlas FOLDER`",
    "deficient 5x5": "`tilewright golomb BOARD`",
    "print 6x10 pentominoes --cut -o x.svg": "`tilewright cut`",
    "make dots 3x4 --answer": "`tilewright solve ID`",
    "count 4x4 L4+ --rotations": "`--unique rotations`",
    "color tiling.txt --strong": "`--touch strong`",
    "count 4x4 L4+ --tiles 2": "`--rule 'tiles N..M'`",
    "count 4x4 L4+ --fault-free": "`--rule fault-free`",
    "solve 4x4 L4+ --no-crossroads": "`--rule no-crossroads`",
    "verify x 4x4 L4+ --apart": "`--rule apart`",
    "nth torus:2x4 dominoes+ 3 --by-wrap": "`--rule by-wrap`",
    "count NxN L3+ --run runs --workers 3": "`--run FOLDER@N`",
    "solve 4x4 L4+ --all --run runs --cluster=3": "`--run FOLDER@ADDRESS`",
}


@pytest.mark.parametrize("line", OLD)
def test_the_error_for_an_old_word_says_what_to_type(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    assert OLD[line] in capsys.readouterr().err


#: The most commands, and the most options of all commands together. Who adds an option says why.
MOST_COMMANDS, MOST_OPTIONS = 23, 344


def test_there_are_few_commands_and_options() -> None:
    app = make_app([each.name for each in COMMANDS])
    options = [
        argument.name
        for each in COMMANDS
        for argument in app[each.name].assemble_argument_collection()
        if argument.parse and argument.name.startswith("--")
    ]
    assert len(COMMANDS) <= MOST_COMMANDS
    assert len(options) <= MOST_OPTIONS


@pytest.fixture(scope="module", name="helps")
def _helps() -> dict[str, dict[str, dict[str, str]]]:
    """Return the help of each option, by command and panel, as the reference has it."""
    text = make_app([each.name for each in COMMANDS]).generate_docs(
        output_format="markdown", recursive=True
    )
    found: dict[str, dict[str, dict[str, str]]] = {}
    for part in re.split(r"^## tilewright ", text, flags=re.MULTILINE)[1:]:
        command, _, rest = part.partition("\n")
        panels = found.setdefault(command, {})
        for panel in re.split(r"^\*\*(?=[^*\n]+\*\*:$)", rest, flags=re.MULTILINE)[1:]:
            title, _, rows = panel.partition("**:")
            entries = re.findall(r"^\* `([^`]+)`:?[ ]?(.*)$", rows, flags=re.MULTILINE)
            panels[title] = dict(entries)
    return {each.name: found[each.name] for each in COMMANDS}


def test_every_option_has_help(helps: dict[str, dict[str, dict[str, str]]]) -> None:
    assert sum(len(options) for panels in helps.values() for options in panels.values()) > 300
    for command, panels in helps.items():
        for options in panels.values():
            for option, said in options.items():
                assert len(said.split()) >= 3, f"{command} {option}: {said!r}"
                assert said[0].isupper() or said[0] in "-`", f"{command} {option}: {said!r}"


def test_common_options_are_the_same_everywhere(
    helps: dict[str, dict[str, dict[str, str]]],
) -> None:
    first = helps["solve"]["Common options"]
    names = [name.split(",")[0].split()[0] for name in first]
    assert names == ["--json", "--quiet", "--verbose", "--theme"]
    for command, panels in helps.items():
        assert panels["Common options"].items() <= first.items(), command
        assert {*names[:2]} <= {name.split(",")[0].split()[0] for name in panels["Common options"]}


def test_an_option_is_in_the_same_panel_everywhere(
    helps: dict[str, dict[str, dict[str, str]]],
) -> None:
    places: dict[str, dict[str, str]] = {}
    for command, panels in helps.items():
        for panel, options in panels.items():
            for option in options:
                if option.startswith("-"):
                    places.setdefault(option.split(",")[0].split()[0], {})[command] = panel
    assert {option: found for option, found in places.items() if len(set(found.values())) > 1} == {}


@pytest.mark.parametrize(
    "words",
    [
        "count 2x3 L3=2 --turn none",
        "solve 4x4 dominoes+ --symmetric=null",
        "solve 4x4 dominoes+ --timeout None -q",
    ],
)
def test_none_is_no_value(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) == 2
    assert "is not a valid value; remove the option" in capsys.readouterr().err
