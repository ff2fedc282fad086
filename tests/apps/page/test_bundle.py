"""The page's modules as one script."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from node import NODE
from tilewright.apps.page import bundle as bundling


def written(folder: Path, modules: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The bundle of these modules."""
    monkeypatch.setattr(bundling, "STATIC", folder)
    for name, text in modules.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return bundling.bundle()


def run(script: str, folder: Path) -> str:
    path = folder / "page.mjs"
    path.write_text(script)
    return subprocess.run([NODE, str(path)], capture_output=True, text=True, check=True).stdout


def test_modules_are_evaluated_once_each_in_the_order_of_their_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {
        "app.js": 'import { a as first, Both } from "./parts/a.js";\nimport * as b from '
        '"./parts/b.js";\n'
        "// a comment\nconsole.log(first, b.twice(2), new Both().name, await b.later());\n",
        "parts/a.js": 'import {\n  log,\n  said,\n} from "./log.js";\nlog("a");\n'
        "/** Many\n * lines. */\nexport const a = said.length;\nexport class Both {\n  name = `/* "
        "kept */`;\n}\n",
        "parts/b.js": 'import { log } from "./log.js";\nlog("b");\nexport function twice(n) {\n  '
        "return 2 * n; // kept\n}\n"
        "export async function later() {\n  return new "
        "URL(import.meta.url).pathname.endsWith('parts/b.js');\n}\n",
        "parts/log.js": "export const said = [];\nexport const log = (word) => {\n  "
        'said.push(word);\n  console.log(word);\n};\nlog("log");\n',
    }
    script = written(tmp_path, modules, monkeypatch)
    assert run(script, tmp_path) == "log\na\nb\n2 4 /* kept */ true\n"
    assert "return 2 * n; // kept\n}" in script
    assert "a comment" not in script
    assert "Many" not in script


def test_line_breaks_within_statements_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "const each = /** @type {number[]} */ (\n  [1, 2]\n    .map(\n"
        "      (n) => 2 * n,\n    )\n);\n"
        'const link = "https://example.org/"\n  .length;\nlet a = 1\nlet b = a\n;[a] = [b + 1]\n'
        'console.log(each[1], link, a, "a , b = { c }", 1 - -(-2));\n'
    )
    script = written(tmp_path, {"app.js": text}, monkeypatch)
    assert "const each=([1,2].map((n)=>2 * n,));" in script
    assert run(script, tmp_path) == "4 20 2 a , b = { c } -1\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('import "./b.js";\n', "does not know this form"),
        ("const b = await import(name);\n", "does not know this form"),
        (
            'const b = () => import("./b.js");\n',
            "modules import each other: app.js -> b.js -> app.js",
        ),
        ("export default 3;\n", "does not know this form"),
        ("let a = 1;\nexport { a };\n", "does not know this form"),
        ("export let a = 1;\n", "does not know this form"),
        ('import { b } from "./b.js";\n', "modules import each other: app.js -> b.js -> app.js"),
    ],
)
def test_what_cannot_be_bundled_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        written(
            tmp_path,
            {"app.js": text, "b.js": 'import * as app from "./app.js";\nexport const b = 1;\n'},
            monkeypatch,
        )


def test_what_is_imported_later_is_in_a_script_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {
        "app.js": 'import { log } from "./parts/log.js";\nlog("page");\n'
        'const later = () => import("./parts/later.js");\n'
        "later().then(({ told }) => log(told));\n/** @type {import('./parts/log.js')} */\n",
        "parts/later.js": 'import { half } from "./half.js";\nimport { log } from '
        '"./log.js";\nlog("later");\n'
        "export const told = half(4);\n",
        "parts/half.js": "export const half = (n) => n / 2;\n",
        "parts/log.js": "let lines = 0;\nexport const log = (word) => console.log(++lines, "
        'word);\nlog("log");\n',
        "engine/worker.js": "",
    }
    expected = "1 log\n2 page\n3 later\n4 2\n"
    assert run(written(tmp_path, modules, monkeypatch), tmp_path) == expected
    scripts = bundling.scripts()
    assert list(scripts) == list(bundling.SCRIPTS)
    assert "n / 2" not in scripts["page.js"]
    assert "lines" not in scripts["later.js"]
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [NODE, "page.js"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == expected


def test_the_bundle_of_the_page_is_new_when_a_module_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "console.log(1)" in written(tmp_path, {"app.js": "console.log(1);\n"}, monkeypatch)
    (tmp_path / "other.js").write_text("")  # another state of the folder, whatever the clock says
    assert "console.log(22)" in written(tmp_path, {"app.js": "console.log(22);\n"}, monkeypatch)


def test_no_text_of_a_module_goes_over_lines() -> None:
    """A bundle leaves indentation out."""
    for path in bundling.STATIC.rglob("*.js"):
        text = re.sub(
            r"/\*.*?\*/|^ *//.*$",
            "",
            path.read_text(encoding="utf-8"),
            flags=re.DOTALL | re.MULTILINE,
        )
        for template in re.findall(r"`(?:\\.|[^`\\])*`", text):
            assert "\n" not in re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "", template), (
                path.name,
                template,
            )


def test_a_script_has_the_texts_that_it_uses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {
        "app.js": 'import { FIRST, LANGUAGE } from "./texts/en.js";\nconsole.log(LANGUAGE, '
        "FIRST.hello(3));\n"
        'import("./late.js").then(({ late }) => late());\n',
        "late.js": 'import { LATE, FIRST as SAME } from "./texts/en.js";\n'
        "export const late = () => console.log(LATE.bye, SAME.hello(1));\n",
        "engine/worker.js": "",
        "texts/en.js": '// English.\nexport const LANGUAGE = "en";\n/** Here. */\n'
        "export const FIRST = {\n  /** @param {number} n */\n  hello: (n) => `${n} hellos`,\n};\n"
        'export const LATE = {\n  bye: "bye",\n};\nexport const OTHER = { none: "nobody asks" };\n',
        "texts/de.js": 'const many = (n) => n + "-mal";\nexport const LANGUAGE = "de";\n'
        'export const FIRST = { hello: many };\nexport const LATE = { bye: "Ende" };\n',
        "texts/xx.js": 'export const LANGUAGE = "xx";\nexport const FIRST = { hello: String };\n',
    }
    assert run(written(tmp_path, modules, monkeypatch), tmp_path) == "en 3 hellos\nbye 1 hellos\n"
    assert run(bundling.bundle(language="de"), tmp_path) == "de 3-mal\nEnde 1-mal\n"
    scripts = bundling.scripts()
    assert "nobody" not in "".join(scripts.values())
    assert [name for name, text in scripts.items() if "bye:" in text] == ["later.js"]
    assert [name for name, text in scripts.items() if "hellos" in text] == ["page.js"]
    with pytest.raises(ValueError, match=r"xx\.js has no LATE"):
        bundling.scripts("xx")


def test_no_module_needs_an_address_to_be_loaded() -> None:
    """In a notebook, the page has none: an address of a file is made where it is used."""
    for path in bundling.STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        for statement in re.findall(r"^(?:export )?const \w+ =[^;]*;", text, re.MULTILINE):
            made = re.search(r"=>|\bembedder \?", statement)
            assert made or "import.meta.url" not in statement, (path.name, statement)


def test_each_name_is_exported_in_a_statement_of_its_own() -> None:
    """A bundle sees only the first name of a statement."""
    for path in bundling.STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.findall(r"^export const \w+ = [^;\n]*,\n", text, re.MULTILINE), path.name


def test_style_sheets_keep_what_they_mean_without_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundling, "STATIC", tmp_path)
    (tmp_path / "a.css").write_text(
        "/* Two,\n   lines. */\n.a :is(b, .c):hover { width: calc(100% - 2 * 0.1px); }\n"
        "@media (max-width: 9px) and (min-height: 10.0px) {\n  .d > a {\n"
        '    grid-template-areas:\n      "a b"\n      "c b";\n'
        '    &::after { content: ""; }\n  }\n}\n'
    )
    short = (
        ".a :is(b,.c):hover{width:calc(100% - 2 * .1px);}"
        '@media (max-width:9px) and (min-height:10.0px){.d>a{grid-template-areas:"a b" "c b";'
        '&::after{content:"";}}}'
    )
    assert bundling.read_short("a.css") == short
    (tmp_path / "all.css").write_text(
        '/* Layers. */\n@import "a.css" layer(one);\n@import "a.css" layer(two);\n'
    )
    assert bundling.read_short("all.css") == f"@layer one{{{short}}}@layer two{{{short}}}"


#: The formatter; `make test-page` installs it.
_BIOME = Path(__file__).parents[3] / "node_modules/@biomejs/biome/bin/biome"
#: A string or a template, or space between other things.
_STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')


def _formatted(folder: Path, modules: dict[str, str]) -> dict[str, str]:
    """Modules as the formatter writes them, without comments: what it knows of them, not how they
    were laid out.
    """
    for name, text in modules.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "biome.json").write_text('{"formatter": {"lineWidth": 320}}')
    done = subprocess.run(
        [NODE, _BIOME, "format", "--write", "--colors=off", "."],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {name: (folder / name).read_text(encoding="utf-8") for name in modules}


def _code(text: str) -> str:
    """Formatted code without what depends on its layout: spaces beside signs, parentheses around
    what is on one line, and commas at the ends of several.
    """
    text = re.sub(r" ?([^\w ]) ?", r"\1", re.sub(r"\s+", " ", text))
    return re.sub(r"[()]", "", re.sub(r",(?=[)\]}])", "", text))


def test_shorter_modules_mean_the_same(tmp_path: Path) -> None:
    """The formatter, which parses them, finds the same code and the same strings: no space in a
    string is lost, and no line break at which a statement ends.
    """
    modules = {
        path.relative_to(bundling.STATIC).as_posix(): path.read_text(encoding="utf-8")
        for path in bundling.STATIC.rglob("*.js")
    }
    stripped = {name: bundling.strip(text) for name, text in modules.items()}
    whole = _formatted(tmp_path / "whole", stripped)
    short = _formatted(
        tmp_path / "short", {name: bundling.squeeze(text) for name, text in stripped.items()}
    )
    assert len(modules) > 100
    for name, text in whole.items():
        assert _STRINGS.findall(text) == _STRINGS.findall(short[name]), name
        assert _code(text) == _code(short[name]), name
