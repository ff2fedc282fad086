"""What `make test` runs: not the tests of `make test-page`, and some cases of a test that has many
of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

#: The tests of `make test-page`, by how their names begin: they drive a browser, a notebook, a
#: cluster or the formatter (which npm installs), or end processes.
PAGE = (
    "apps/command/test_command_count.py::test_ctrl_c_says_how_far",
    "apps/command/test_command_solve.py::test_ctrl_c_closes_the_json",
    "apps/command/test_command_solve.py::test_two_runs_do_not_write_to_one_file",
    "apps/command/test_command_streams",
    "apps/notebook/",
    "apps/page/browser/",
    "apps/page/test_built.py::test_a_translation",
    "apps/site/test_serving",
    "counting/test_counting_checkpoint.py::test_a_run_is_killed",
    "system/platform/test_processes",
    "system/platform/test_signals",
    "system/runs/test_runs",
)


def sample(items: Sequence[pytest.Item]) -> None:
    """Mark all but every n-th case of a test with the mark `sampled(n)` as slow.

    Where cases have two parameters, those that remain do not all have the same value of the second
    one.
    """
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is None or item.get_closest_marker("slow") is not None:
            continue
        test = (item.path, item.name.partition("[")[0])
        case, every = cases[test], mark.args[0]
        cases[test] += 1
        if (case + case // every) % every:
            item.add_marker("slow")
