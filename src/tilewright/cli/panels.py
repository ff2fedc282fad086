"""The panels of the help of a command, in their order."""

from __future__ import annotations

from cyclopts import Group

ARGUMENTS = Group("Arguments", sort_key=0)
FIND = Group("What to find", sort_key=1)
LIMITS = Group("Limits", sort_key=2)
OUTPUT = Group("Output", sort_key=3)
PICTURES = Group("Pictures", sort_key=4)
WORKSHOP = Group("Cutting and 3D printing", sort_key=5)
RUNS = Group("Long runs", sort_key=6)
COMMON = Group("Common options", sort_key=7)
