"""Run the benchmarks and write ``benchmarks/results.md``: ``python -m benchmarks [name …]``.

Without names all benchmarks but those of `BY_NAME` run, and each replaces its section of the page;
the other sections stay as they are. With names only those run, and their sections are printed, not
written.
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

from benchmarks.timing import machine

FOLDER = Path(__file__).parent
#: These compare editions or engines, and run only when they are named.
BY_NAME = ("choice", "editions", "plans", "small")
PAGE = FOLDER / "results.md"


def section_of(name: str) -> str:
    """Run a benchmark in a process of its own, so that none inherits memory from another."""
    code = f"from benchmarks.bench_{name} import report; print(report())"
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True, cwd=FOLDER.parent
    ).stdout.rstrip()


def main() -> None:
    """Run the benchmarks that the command line names."""
    known = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    chosen = sys.argv[1:] or [name for name in known if name not in BY_NAME]
    if unknown := set(chosen) - set(known):
        sys.exit(f"unknown benchmark: {', '.join(sorted(unknown))}. Known: {', '.join(known)}")
    sections = []
    for name in chosen:
        section = section_of(name)
        print(section, flush=True)
        sections.append(section)
    if not sys.argv[1:]:
        PAGE.write_text(_replaced(PAGE.read_text(encoding="utf-8"), sections), encoding="utf-8")


def _replaced(page: str, sections: list[str]) -> str:
    """Return the page with sections replaced, or added at its end, and the date and the machine of
    today.
    """
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    kept = {part.partition("\n")[0]: part.rstrip() for part in parts[1:]}
    kept.update((section.partition("\n")[0], section.rstrip()) for section in sections)
    head = (
        "# Benchmarks\n\n"
        "Measured by the programs under `benchmarks/` (`make bench`) on "
        f"{datetime.date.today():%Y-%m-%d}. Machine: {machine()}. The\n"
        "figures of a table come from the same run, and times are medians. Compiling the kernels "
        "happens once per installation\n"
        "and is listed separately.\n"
    )
    return "\n\n".join([head.rstrip(), *kept.values()]) + "\n"


if __name__ == "__main__":
    main()
