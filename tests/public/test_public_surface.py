"""Names and signatures of the library: a change is a decision that the diff of `surface.txt` shows
(`--update` writes it).
"""

from __future__ import annotations

import pytest
from recording import HERE, surface


def test_the_library_offers_what_is_recorded(request: pytest.FixtureRequest) -> None:
    found = "\n".join(surface()) + "\n"
    path = HERE / "surface.txt"
    if request.config.getoption("--update"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
