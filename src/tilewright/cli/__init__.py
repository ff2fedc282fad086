"""The command: one grammar, one way to answer, one line for what is wrong.

`app` holds the commands, each in a module of its kind. `options` and `tilings` read the request, `answers` prints the answer,
and `limits` and `runs` watch the work.
"""

from tilewright.cli.app import run

__all__ = ["run"]
