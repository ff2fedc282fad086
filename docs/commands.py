"""The reference of the command as Markdown, generated from the command itself. `conf.py` puts it
into its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.apps.command.commands import COMMANDS
from tilewright.apps.command.parser import make_app

#: `reference/command.md` has this line where the sections go.
MARK = "<!-- commands -->"


def command_reference() -> str:
    """Return a section for each command, in the order of ``tilewright --help``: usage, what it
    does, examples, options.
    """
    names = [name for name, *_ in COMMANDS]
    text = make_app(names).generate_docs(output_format="markdown", recursive=True)
    parts = re.split(r"^## tilewright ([\w-]+)\n", text, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    return "\n\n".join(f"## tilewright {name}\n\n{_section(sections[name])}" for name in names)


def _section(text: str) -> str:
    """Return a section with its usage in full, and its indented examples as blocks of code."""
    text = text.replace("```console\ntilewright ", "```text\ntilewright ").replace(
        "BOARD [ARGS...]", "BOARD [PIECES...]"
    )
    return "\n".join(_fenced(text.strip().splitlines()))


def _fenced(lines: list[str]) -> Iterator[str]:
    inside = item = False
    for number, line in enumerate(lines):
        item = line.startswith("* ") or (item and line.startswith("  "))
        example = line.startswith("  ") and not item
        if example and not inside:
            yield "```sh"
        yield line.removeprefix("  ") if example else line
        # A blank line belongs to the examples if more of them follow.
        following = next((later for later in lines[number + 1 :] if later.strip()), "")
        inside = (example or inside) and following.startswith("  ")
        if example and not inside:
            yield "```"
