"""What ``tilewright make`` prints and writes: sheets, booklets and puzzle files, each with its answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.drawing import draw_legend, save, sheet, terminal
from tilewright.drawing.output import write
from tilewright.generation.rules import rules
from tilewright.printing import (
    PrintedPuzzle,
    answer_picture,
    booklet_of,
    in_common,
    numbered_caption,
    puzzle_picture,
    rules_of_all,
)
from tilewright.puzzle import puzzle_text

if TYPE_CHECKING:
    from tilewright.drawing import Picture
    from tilewright.generation import Generated

__all__ = ["save_puzzles"]


def save_puzzles(generated: list[Generated], out: Path) -> list[str]:
    """Write puzzles and their answers; return what was written, line by line.

    Parameters
    ----------
    generated : list of Generated
    out : Path
        The ending says what is written; ``-`` prints an SVG.
    """
    made = [PrintedPuzzle.of(each) for each in generated]
    ending = out.suffix.lower()
    beside = out.with_name(f"{out.stem}-answer{out.suffix}") if out.name != "-" else out
    if ending == ".pdf":
        write(booklet_of(made), out)
        said = [f"{out}: {_called(made)}, the answer{'' if len(made) == 1 else 's'} at the back"]
    elif ending == ".txt":
        (each,) = made
        write(puzzle_text(each.puzzle, level=each.level, rules=rules(each.puzzle)) + "\n", out)
        # Only the drawing, so that every command that takes a tiling can read it.
        write(terminal(answer_picture(each).without_words(), color="none", width=1 << 16) + "\n", beside)
        said = [f"{out}: {_called(made)}", f"{beside}: the answer"]
    else:
        save(_sheet(made), out)
        if out == beside:
            return []
        answers = [answer_picture(each) for each in made]
        save(
            answers[0]
            if len(made) == 1
            else _numbered(made, answers, f"{in_common(made, numbered=False)}: the answers"),
            beside,
        )
        said = [f"{out}: {_called(made)}", f"{beside}: the answer{'' if len(made) == 1 else 's'}"]
    return said + [f"{number}: {each.level}, {each.puzzle.name}" for number, each in _listed(made)]


def _listed(made: list[PrintedPuzzle]) -> list[tuple[int, PrintedPuzzle]]:
    return list(enumerate(made, start=1)) if len(made) > 1 else []


def _called(made: list[PrintedPuzzle]) -> str:
    if len(made) > 1:
        return in_common(made)
    return f"{made[0].puzzle.title}, {made[0].level}, {made[0].puzzle.name}"


def _legend(made: list[PrintedPuzzle], under: int = 0) -> Picture | None:
    """Return what all puzzles have in common to be shown once: the pieces and their marks."""
    return draw_legend(made[0].puzzle.problem(), 30, under=under)


def _sheet(made: list[PrintedPuzzle]) -> Picture:
    if len(made) == 1:
        return puzzle_picture(made[0])
    separate = _legend(made) is None
    pictures = [puzzle_picture(each, supply=separate) for each in made]
    whole = _numbered(made, pictures, in_common(made))
    if (legend := _legend(made, under=whole.shape[1])) is not None:
        words = (whole.heading, whole.fine)
        whole = replace(sheet([whole.without_words(), legend], columns=1), heading=words[0], fine=words[1])
    return replace(whole, lead=rules_of_all(made))


def _numbered(made: list[PrintedPuzzle], pictures: list[Picture], title: str) -> Picture:
    """Return pictures on one sheet, numbered, with a title above and the IDs below."""
    captions = [f"{number}: {numbered_caption(each, made)}" for number, each in _listed(made)]
    whole = sheet(
        replace(picture.without_words(), caption=caption)
        for picture, caption in zip(pictures, captions, strict=True)
    )
    fine = "\n".join(f"{number}: {each.puzzle.name}" for number, each in _listed(made))
    return replace(whole, heading=title, title=title, fine=fine, description=fine)
