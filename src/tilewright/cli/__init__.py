"""The command: one grammar, one way to answer, one line for what is wrong.

`app` holds the commands, `request` reads boards and pieces, `output` prints and saves answers,
`progress` is the line on standard error while something runs; each command is one module.
"""

from tilewright.cli.app import run

__all__ = ["run"]
