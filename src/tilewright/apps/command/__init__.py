"""The command: one grammar, one way to answer, one line for what is wrong.

`app` runs a command line, `commands` lists the commands and `parser` reads their options; each
command has its module. `options` and `tilings` read the request, `answers` prints the answer, and
`limits` and `runs` watch the work.
"""

from tilewright.apps.command.app import run

__all__ = ["run"]
