"""How many random examples a test tries: all of them in `make test-all`, and a third of them in
`make test`.
"""

from __future__ import annotations

from hypothesis import settings

#: The random examples of a test that says no other number.
PROFILES = {"suite": 20, "many": 60}


def examples(number: int) -> settings:
    """The settings of a test that tries that many random examples in `make test-all`."""
    return settings(max_examples=max(1, number * settings().max_examples // PROFILES["many"]))
