"""The version of the generator.

A short ID names the version that made its puzzle, and that version's attempt makes it again. Raise
`VERSION` if any attempt makes another puzzle than in the last release. Then the code that differs
takes the version, so that short IDs of older versions still give the same puzzles; tests compare
them. Version 1 was never released.
"""

from __future__ import annotations

VERSION = 2
