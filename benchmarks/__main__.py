"""Run the benchmarks and write ``docs/benchmarks.md``: ``python -m benchmarks [name …]``.

Without names all of them run. With names only those run, and what they say is printed, not written.
"""

from __future__ import annotations

import datetime
import subprocess
import sys
from pathlib import Path

from benchmarks.timing import machine

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "docs" / "benchmarks.md"


def section_of(name: str) -> str:
    """Run a benchmark in a process of its own: what one leaves in memory is nothing to the next one."""
    code = f"from benchmarks.bench_{name} import report; print(report())"
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, stdout=subprocess.PIPE, text=True, check=True, cwd=FOLDER.parent
    ).stdout.rstrip()


def main() -> None:
    """Run what was asked for."""
    known = sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py"))
    chosen = sys.argv[1:] or known
    if unknown := set(chosen) - set(known):
        sys.exit(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    sections = []
    for name in chosen:
        section = section_of(name)
        print(section, flush=True)
        sections.append(section)
    if not sys.argv[1:]:
        head = (
            "# Benchmarks\n\n"
            f"Written by the programs under `benchmarks/` (`make bench`) on {datetime.date.today():%Y-%m-%d}. Machine: {machine()}.\n\n"
            "Everything in a table was measured in the same run; figures are medians. The time to compile the\n"
            "kernels, once for each installation, is reported apart.\n"
        )
        PAGE.write_text("\n\n".join([head.rstrip(), *sections]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
