"""The command: one grammar, one way to answer, one line for what is wrong.

`app` holds the commands; each is a module of its own, or of the folder of its kind (`find`, `count`,
`color`, `make`, `construct`). `input` reads what was asked for, `output` says what was found.
"""

from tilewright.cli.app import run

__all__ = ["run"]
