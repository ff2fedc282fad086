"""The command: one grammar, one way to answer, one line for what is wrong.

`app` runs a command line, `commands` lists the commands and `parser` reads their options; each
command has its module. `options` and `reading` read the request, `ask` and `runs` work on it, and
`answers` prints the answer. `options.toml` says where options work.
"""

from tilewright.apps.command.app import run

__all__ = ["run"]
