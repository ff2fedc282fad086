"""Make the answers that come with tilewright: ``python -m tilewright.apps.site.shipped [LAST
[FIRST [NEW]]]``.

The days go from FIRST to LAST, by default those that there are. Days before NEW keep the puzzles
that they have, and the others are made again. Without NEW, the days to the end of this month keep
their puzzles, and so do those that have kept them before. Other days are made again if their
puzzles would be others now.
"""

from __future__ import annotations

import datetime
import gzip
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tilewright.apps.page.sheets import cards, describe, kinds
from tilewright.apps.page.shipped import ANSWERS, json_text, sheet_path
from tilewright.apps.site.days import KEPT, collect_days, request_digest
from tilewright.model.puzzle import named_puzzles
from tilewright.model.puzzle.days import DAYS, days


def compute_answers() -> dict[str, str]:
    """Compute the lists of named puzzles and of kinds, and the sheet of each named puzzle: JSON by
    the path of its file.
    """
    sheets = {sheet_path(puzzle.name): describe(puzzle) for puzzle in named_puzzles()}
    values = {"api/gallery.json": cards(), "api/kinds.json": kinds(), **sheets}
    return {path: json_text(value) for path, value in values.items()}


def _pack(text: str) -> bytes:
    """Return text packed to the same bytes each time."""
    return gzip.compress(text.encode(), 9, mtime=0)


def _day_lines(first: datetime.date, last: datetime.date, new: str) -> str:
    """Return the lines of all days from `first` to `last`; see above for `new`."""
    dates = [first + datetime.timedelta(number) for number in range((last - first).days + 1)]
    month = datetime.date.today().isoformat()[:7]
    kept_days = {
        name: entry
        for name, entry in days().items()
        if (name < new if new else name[:7] <= month or entry["of"] == KEPT)
    }
    with tempfile.TemporaryDirectory() as folder:
        new_puzzles = collect_days(
            [day for day in dates if day.isoformat() not in kept_days],
            Path(folder),
            lambda far: print(f"{far.done} of {far.total} days", end="\r"),
            known={} if new else days(),
        )
    lines = []
    for day in dates:
        name, of = day.isoformat(), request_digest(day)
        before = kept_days.get(name)
        lines.append(
            {
                "day": name,
                "of": KEPT if before and before["of"] != of else of,
                "puzzles": before["puzzles"] if before else new_puzzles[day],
            }
        )
    return "".join(f"{json_text(line)}\n" for line in lines)


def main(words: Sequence[str]) -> int:
    """Compute all answers and write them among the data."""
    ANSWERS.write_bytes(
        _pack("".join(f"{path}\t{text}\n" for path, text in compute_answers().items()))
    )
    known = sorted(days())
    last, first, new = [*words, *[known[-1], known[0], ""][len(words) :]]
    read = datetime.date.fromisoformat
    DAYS.write_bytes(_pack(_day_lines(read(first), read(last), new)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
