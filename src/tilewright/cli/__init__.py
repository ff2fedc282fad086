"""The command: one grammar, one way to answer, one line for what is wrong.

`app` holds the commands, each in a module of its kind. `options` and `tilings` read what was asked for, `answers` says what
was found, `limits` and `runs` watch the work.
"""

from tilewright.cli.app import run

__all__ = ["run"]
