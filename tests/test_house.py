"""The house: what is loaded when, which module may import which, and what every module has."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import tilewright
from faults_seeded import FAULTS
from sampled import PAGE, sample
from waiting import NEVER

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "tilewright"
MODULES = sorted(SOURCE.rglob("*.py"))
#: Each owner of kernels has a folder of them; one folder builds them.
KERNELS = sorted(path for path in (SOURCE / "kernels").rglob("*.py") if path.parent.name != "build")
#: The modules of the page, of the atlas and of the widgets.
SCRIPTS = [path for path in sorted((SOURCE / "apps").rglob("*.js")) if "built" not in path.parts]
#: The most nodes of the syntax trees and the most modules of each room. Who makes a room smaller
#: lowers its ceiling; a commit that raises one gives the reason.
CEILINGS = {
    ".": (4_677, 6),
    "apps": (88_719, 68),
    "counting": (90_697, 46),
    "drawing": (64_897, 22),
    "formats": (64_468, 33),
    "kernels": (142_122, 93),
    "model": (97_887, 46),
    "puzzles": (52_590, 37),
    "shapes": (93_442, 47),
    "solving": (140_550, 89),
    "system": (27_255, 37),
}
#: The most lines of JavaScript of each room of the page (texts are data), of the atlas and of the
#: widgets.
SCRIPT_CEILINGS = {
    "atlas": 362,
    "board": 3_928,
    "engine": 9_563,
    "game": 2_304,
    "geometry": 1_639,
    "notebook": 207,
    "page": 109,
    "parts": 1_549,
    "server": 770,
    "views": 13_115,
}
#: What kernels stand on.
FOUNDATION = {"__future__", "numpy", "typing", "tilewright.kernels"}
#: What finds and loads the compiled code, and what Numba compiles where there is none.
LOADERS = {
    "library": {*sys.stdlib_module_names},
    "intrinsics": {"collections", "llvmlite", "numba"},
}
#: Kernels that take single words, not arrays.
WORDS = {"__init__", "bits", "intrinsics", "library", "table"}
#: Slow to load, so loaded only by what needs them.
HEAVY = [
    "PIL",
    "defusedxml",
    "flint",
    "jinja2",
    "llvmlite",
    "manifold3d",
    "networkx",
    "numba",
    "ortools",
    "pyarrow",
    "reportlab",
    "resvg_py",
]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=NEVER,
    )


@pytest.mark.parametrize(
    "statement",
    [
        "import tilewright",
        "import tilewright.apps.command",
        "from tilewright import Board, Piece, Polyomino, Problem, Tiling; Problem('6x10', "
        "'pentominoes').faults()",
        "import tilewright.model.space.catalog, tilewright.model.cover; "
        "import tilewright.formats.registry as f; f.known_formats()",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(statement: str) -> None:
    done = run(
        "-c", f"{statement}\nimport sys\nprint([name for name in {HEAVY} if name in sys.modules])"
    )
    assert done.stderr == ""
    assert done.stdout == "[]\n"


def test_each_module_imports_only_those_below_it() -> None:
    done = run(
        "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module, which is read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a module: to walk through a tree takes longer than to look at
    its nodes.
    """
    return tuple(ast.walk(tree_of(path)))


def named(path: Path) -> str:
    """The name of a module below the package, for a test's own name."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def imported(path: Path) -> set[str]:
    """What a module imports: packages, and of this one the first room."""
    package = ("tilewright", *path.relative_to(SOURCE).parent.parts)
    names = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            names.add(".".join((*above, *filter(None, [node.module]))))
    return {
        ".".join(name.split(".")[: 2 if name.startswith("tilewright.") else 1]) for name in names
    }


@pytest.mark.parametrize("path", KERNELS, ids=named)
def test_kernels_import_only_arrays_and_each_other(path: Path) -> None:
    assert imported(path) <= FOUNDATION | LOADERS.get(path.stem, set())


@pytest.mark.parametrize(
    "path",
    [path for path in KERNELS if path.stem[0] != "_" and path.stem not in WORDS],
    ids=named,
)
def test_kernels_begin_with_a_legend_of_their_arrays(path: Path) -> None:
    text = ast.get_docstring(tree_of(path))
    assert text is not None
    assert "Legend" in text


def test_numba_compiles_in_one_place() -> None:
    for path in MODULES:
        if path != SOURCE / "kernels" / "intrinsics.py":
            assert not {"njit", "jit", "vectorize", "guvectorize"} & {
                node.id if isinstance(node, ast.Name) else node.attr
                for node in nodes_of(path)
                if isinstance(node, ast.Name | ast.Attribute)
            }, path


def test_no_modules_import_each_other_in_a_circle() -> None:
    parts = {
        path: ("tilewright", *path.relative_to(SOURCE).with_suffix("").parts) for path in MODULES
    }
    modules = {".".join(names).removesuffix(".__init__") for names in parts.values()}
    graph = nx.DiGraph()
    for path, names in parts.items():
        name = ".".join(names).removesuffix(".__init__")
        for node in nodes_of(path):
            if isinstance(node, ast.Import):
                found = {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = names[: -node.level] if node.level else ()
                base = ".".join((*above, *filter(None, [node.module])))
                inside = {f"{base}.{alias.name}" for alias in node.names}
                # A name that a package offers is an import of the package.
                found = (inside & modules) | ({base} if inside - modules else set())
            else:
                continue
            graph.add_edges_from((name, other) for other in found & modules if other != name)
    assert len(graph) > 250
    assert not [
        sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1
    ]


def test_layers_have_no_exceptions() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]
    contracts = linter["contracts"]
    assert contracts
    assert linter["exclude_type_checking_imports"] is False
    assert not [contract["name"] for contract in contracts if contract.get("ignore_imports")]


def test_each_package_with_rooms_has_a_contract_of_its_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]
    held = {package for contract in contracts["contracts"] for package in contract["containers"]}
    packages = {path.parent for path in MODULES if path.name == "__init__.py"}
    with_rooms = {package.parent for package in packages} & packages
    assert {
        ".".join(("tilewright", *path.relative_to(SOURCE).parts)) for path in with_rooms
    } <= held


def test_there_are_ten_rooms_and_no_full_folder() -> None:
    rooms = {path.parent.relative_to(SOURCE).parts[0] for path in MODULES if path.parent != SOURCE}
    assert rooms == CEILINGS.keys() - {"."}
    assert len(list(SOURCE.glob("*.py"))) <= 8
    full = Counter(path.parent for path in [*MODULES, *SCRIPTS])
    assert [folder for folder, modules in full.items() if modules > 13] == []


def test_each_room_keeps_below_its_ceiling() -> None:
    nodes: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for path in MODULES:
        parts = path.relative_to(SOURCE).parts
        room = parts[0] if len(parts) > 1 else "."
        nodes[room] += len(nodes_of(path))
        modules[room] += 1
    above = {
        room: (nodes[room], modules[room])
        for room, (most_nodes, most_modules) in CEILINGS.items()
        if nodes[room] > most_nodes or modules[room] > most_modules
    }
    assert above == {}, "take something out, or say in the commit why a ceiling is raised"


def test_each_room_of_the_page_keeps_below_its_ceiling() -> None:
    lines: Counter[str] = Counter()
    for path in SCRIPTS:
        parts = path.relative_to(SOURCE / "apps").parts
        room = parts[2] if parts[:2] == ("page", "static") and len(parts) > 3 else parts[0]
        if room != "texts":
            lines[room] += len(path.read_text(encoding="utf-8").splitlines())
    assert lines.keys() == SCRIPT_CEILINGS.keys()
    assert {room: lines[room] for room in lines if lines[room] > SCRIPT_CEILINGS[room]} == {}


def test_no_test_sets_a_private_constant() -> None:
    """Sizes that affect only speed are fields of a `Tuning`, and what else a test has to choose is
    a parameter.
    """
    private = re.compile(r"(?:.*\.)?_[A-Z][A-Z0-9_]*")
    for path in (ROOT / "tests").rglob("*.py"):
        if "setattr" not in path.read_text(encoding="utf-8"):
            continue
        for node in nodes_of(path):
            function = node.func if isinstance(node, ast.Call) else None
            if isinstance(function, ast.Name | ast.Attribute) and ast.unparse(function).endswith(
                "setattr"
            ):
                assert isinstance(node, ast.Call)
                words = [word.value for word in node.args[:2] if isinstance(word, ast.Constant)]
                named = [
                    word for word in words if isinstance(word, str) and private.fullmatch(word)
                ]
                assert not named, f"{path.name}:{node.lineno}"


def test_every_module_says_what_it_is() -> None:
    for path in MODULES:
        tree = tree_of(path)
        assert ast.get_docstring(tree), path


def test_modules_are_words_of_the_field() -> None:
    vague = {"common", "helpers", "manager", "misc", "tools", "util", "utils"}
    assert not vague & {part for path in MODULES for part in named(path).split(".")}


def test_no_module_has_the_name_of_a_public_function() -> None:
    """Importing the module would hide the function."""
    for path in (path for path in MODULES if path.name == "__init__.py"):
        name = ".".join(("tilewright", *path.parent.relative_to(SOURCE).parts))
        package = importlib.import_module(name)
        modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
        assert not modules & set(getattr(package, "__all__", ())), name


@pytest.mark.parametrize("name", tilewright.__all__)
def test_every_public_name_is_there_and_explained(name: str) -> None:
    value = getattr(tilewright, name)
    assert name in dir(tilewright)
    if not isinstance(value, str):
        assert inspect.getdoc(value)
        assert len(inspect.getdoc(value) or "") > 40


def there(name: str) -> bool:
    """Whether a dotted name is that of a module, or of what a module or a class has."""
    try:
        importlib.import_module(name)
    except ImportError:
        home, _, last = name.rpartition(".")
        module, _, owner = home.rpartition(".")
        if there(home):
            found = sys.modules.get(home) or getattr(sys.modules[module], owner)
            return hasattr(found, last)
        return False
    return True


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_what_docstrings_name_is_there(path: Path) -> None:
    names = set(re.findall(r"`(tilewright(?:\.\w+)+)`", path.read_text(encoding="utf-8")))
    assert sorted(name for name in names if not there(name)) == []


def test_packages_are_there_at_once() -> None:
    code = """
import inspect
import tilewright as tw
print(tw.search.solve is tw.solve, tw.counting.count is tw.count, tw.drawing.draw.__name__)
print(*(name for name in dir(tw) if name.endswith("Error")))
print(*(name for name in dir(tw) if inspect.ismodule(getattr(tw, name))))
"""
    done = run("-c", code)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "True True draw",
        "LimitError NoTilingError RequestError TilewrightError",
        "counting drawing errors formats notebook puzzles rules search shapes solving",
    ]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'tilewright' has no attribute 'tessellate'"):
        _ = tilewright.tessellate


@pytest.mark.parametrize(
    "name",
    [
        "errors",
        "model.board",
        "model.cover.compile",
        "model.cover.cover",
        "model.faults",
        "model.piece",
        "model.placement",
        "model.problem",
        "model.space.catalog",
        "model.space.polyform",
        "model.space.symmetry",
        "model.tiling",
        "system.files.checkpoint",
        "system.platform.machine",
        "system.values.text",
    ],
)
def test_everything_public_in_the_foundation_is_explained(name: str) -> None:
    module = importlib.import_module(f"tilewright.{name}")
    for word, value in vars(module).items():
        if (
            word.startswith("_")
            or not (inspect.isclass(value) or inspect.isfunction(value))
            or value.__module__ != module.__name__
        ):
            continue
        assert inspect.getdoc(value), word
        if inspect.isclass(value):
            for member, function in vars(value).items():
                if not member.startswith("_") and (
                    callable(function) or isinstance(function, property)
                ):
                    assert inspect.getdoc(function), f"{word}.{member}"


def test_only_packages_list_their_names() -> None:
    """In a module a leading underscore says what is private."""
    for path in MODULES:
        names = {
            target.id
            for node in nodes_of(path)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        assert "__all__" not in names or path.name == "__init__.py", path


def test_no_two_classes_share_a_name() -> None:
    """Whoever reads a name knows which of them is meant. Those of one module alone begin with an
    underscore.
    """
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(named(path))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_the_version_is_said_once_everywhere() -> None:
    """In the package, its metadata, the citation, and at the top of the list of changes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = re.search(
        r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE
    )
    changes = re.search(
        r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert citation is not None
    assert changes is not None
    assert {project["version"], citation[1], changes[1]} == {tilewright.__version__}


def test_frozen_values_are_written_by_their_own_class_alone() -> None:
    """As they are made, and by the one constructor for what is right by construction
    (`_of_arrays`)."""
    makers = {"__init__", "__post_init__", "_of_arrays", "_of_sorted"}
    for path in MODULES:
        own = {
            id(node)
            for kind in nodes_of(path)
            if isinstance(kind, ast.ClassDef)
            for method in kind.body
            if isinstance(method, ast.FunctionDef) and method.name in makers
            for node in ast.walk(method)
        }
        for node in nodes_of(path):
            if not isinstance(node, ast.Call | ast.Assign) or id(node) in own:
                continue
            place = f"{named(path)}:{node.lineno}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called = (
                    ast.unparse(node.func)
                    if node.func.attr in {"__setattr__", "__new__", "update"}
                    else ""
                )
                assert called not in {"object.__setattr__", "object.__new__"}, place
                assert not called.endswith("__dict__.update"), place
            for target in node.targets if isinstance(node, ast.Assign) else ():
                assert not (
                    isinstance(target, ast.Subscript)
                    and ast.unparse(target.value).endswith("__dict__")
                ), place


@pytest.mark.parametrize("begin", PAGE)
def test_what_make_test_page_runs_is_there(begin: str) -> None:
    file, _, test = begin.partition("::")
    texts = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").glob(f"{file}*")
        if path.is_file()
    ]
    assert (
        any(f"\ndef {test}" in text for text in texts)
        if test
        else texts or (ROOT / "tests" / file).is_dir()
    )


def test_every_nth_case_of_a_sampled_test_is_not_slow(request: pytest.FixtureRequest) -> None:
    """Of two parameters with three values each, other values of the second one are left in each
    round of the first.
    """
    cases = [f"test[{one}-{two}]" for one in "abc" for two in "xyz"]
    marked = {"test": [pytest.mark.sampled(3).mark], "other": []}

    class Item:
        path = request.path

        def __init__(self, name: str) -> None:
            self.name, self.marks = name, list(marked[name.partition("[")[0]])

        def get_closest_marker(self, name: str) -> pytest.Mark | None:
            return next((mark for mark in self.marks if mark.name == name), None)

        def add_marker(self, name: str) -> None:
            self.marks.append(getattr(pytest.mark, name).mark)

    items = [*map(Item, cases), Item("other[a]"), Item("other[b]")]
    sample(items)  # type: ignore[arg-type]
    left = [item.name for item in items if item.get_closest_marker("slow") is None]
    assert left == ["test[a-x]", "test[b-z]", "test[c-y]", "other[a]", "other[b]"]


def test_each_seeded_fault_has_one_place() -> None:
    """`faults_seeded.py` takes half an hour; that its faults can be put in is seen at once."""
    for number, fault in enumerate(FAULTS, start=1):
        text = (SOURCE / fault.file).read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, (number, fault.file, fault.old)
        for name in fault.tests.split():
            assert len(list((ROOT / "tests").rglob(name))) == 1, (number, name)
