"""What ``tilewright make`` prints and writes: sheets, booklets and puzzle files, each with its answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.drawing import draw_answer, draw_legend, draw_puzzle, save, sheet, terminal
from tilewright.drawing.output import write
from tilewright.drawing.readers.page import booklet
from tilewright.generation.rules import rules
from tilewright.puzzle import puzzle_text

if TYPE_CHECKING:
    from tilewright.drawing import Picture, ThemeName
    from tilewright.generation import Generated

__all__ = ["answer_picture", "puzzle_picture", "save_puzzles"]

#: What follows the IDs in a booklet.
_ID = "An ID recreates its puzzle on a screen: tilewright play ID."


def puzzle_picture(
    made: Generated, *, theme: ThemeName = "light", supply: bool = True, narrow: bool = False
) -> Picture:
    """Return a puzzle with its title, rules, grade and ID; with its pieces laid narrow for a page with several."""
    puzzle = made.puzzle
    return draw_puzzle(
        puzzle.problem(),
        title=puzzle.title,
        rules=rules(puzzle),
        level=made.grade.level,
        name=puzzle.name,
        supply=supply,
        narrow=narrow,
        theme=theme,
    )


def answer_picture(made: Generated) -> Picture:
    """Return the answer of a puzzle with its title and ID."""
    puzzle = made.puzzle
    return draw_answer(puzzle.problem(), made.solution, title=f"{puzzle.title}: the answer", name=puzzle.name)


def save_puzzles(made: list[Generated], out: Path) -> list[str]:
    """Write puzzles and their answers; return what was written, line by line.

    Parameters
    ----------
    made : list of Generated
    out : Path
        The ending says what is written; ``-`` prints an SVG.
    """
    ending = out.suffix.lower()
    beside = out.with_name(f"{out.stem}-answer{out.suffix}") if out.name != "-" else out
    if ending == ".pdf":
        write(_booklet(made), out)
        said = [f"{out}: {_called(made)}, the answer{'' if len(made) == 1 else 's'} at the back"]
    elif ending == ".txt":
        (each,) = made
        write(puzzle_text(each.puzzle, level=each.grade.level, rules=rules(each.puzzle)) + "\n", out)
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
            else _numbered(made, answers, f"{_title(made, numbered=False)}: the answers"),
            beside,
        )
        said = [f"{out}: {_called(made)}", f"{beside}: the answer{'' if len(made) == 1 else 's'}"]
    return said + [f"{number}: {each.grade.level}, {each.puzzle.name}" for number, each in _listed(made)]


def _listed(made: list[Generated]) -> list[tuple[int, Generated]]:
    return list(enumerate(made, start=1)) if len(made) > 1 else []


def _called(made: list[Generated]) -> str:
    if len(made) > 1:
        return _title(made)
    return f"{made[0].puzzle.title}, {made[0].grade.level}, {made[0].puzzle.name}"


def _title(made: list[Generated], *, numbered: bool = True) -> str:
    """Return what puzzles have in common: their title, or else the first part of it; and how many they are."""
    titles = {each.puzzle.title for each in made}
    common = titles.pop() if len(titles) == 1 else made[0].puzzle.title.partition(",")[0]
    return common if len(made) == 1 or not numbered else f"{common}: {len(made)} puzzles"


def _levels(made: list[Generated]) -> str:
    counts = Counter(each.grade.level for each in made)
    if len(counts) == 1:
        return made[0].grade.level
    return ", ".join(f"{number} {level}" for level, number in counts.items())


def _caption(each: Generated, made: list[Generated]) -> str:
    """Return what stands next to a puzzle's number: the date of a calendar, and the level."""
    same = len({other.puzzle.title for other in made}) == 1
    return each.grade.level if same else f"{each.puzzle.title.rpartition(', ')[2]}, {each.grade.level}"


def _legend(made: list[Generated], columns: int, theme: ThemeName, under: int = 0) -> Picture | None:
    """Return what all puzzles have in common to be shown once: the pieces and their marks."""
    return draw_legend(made[0].puzzle.problem(), columns, under=under, theme=theme)


def _rules(made: list[Generated]) -> str:
    """Return the rules of several puzzles of one kind: those of the puzzle that has the most to say."""
    return max((rules(each.puzzle) for each in made), key=len)


def _booklet(made: list[Generated]) -> bytes:
    legend = _legend(made, 40, "print")
    pictures = [
        puzzle_picture(each, theme="print", supply=legend is None, narrow=len(made) > 1) for each in made
    ]
    pictures = [
        replace(picture, caption="" if len(made) == 1 else _caption(each, made))
        for picture, each in zip(pictures, made, strict=True)
    ]
    return booklet(
        pictures,
        # The numbers say which puzzle each answers: an ID below a small picture would be broken.
        [replace(answer_picture(each), fine=each.puzzle.name if len(made) == 1 else "") for each in made],
        title=_title(made),
        subtitle=_levels(made),
        instructions=f"{_rules(made)}\n{_ID}",
        legend=legend,
    )


def _sheet(made: list[Generated]) -> Picture:
    if len(made) == 1:
        return puzzle_picture(made[0])
    separate = _legend(made, 30, "light") is None
    pictures = [puzzle_picture(each, supply=separate) for each in made]
    whole = _numbered(made, pictures, _title(made))
    if (legend := _legend(made, 30, "light", under=whole.shape[1])) is not None:
        words = (whole.heading, whole.fine)
        whole = replace(sheet([whole.without_words(), legend], columns=1), heading=words[0], fine=words[1])
    return replace(whole, lead=_rules(made))


def _numbered(made: list[Generated], pictures: list[Picture], title: str) -> Picture:
    """Return pictures on one sheet, numbered, with a title above and the IDs below."""
    captions = [f"{number}: {_caption(each, made)}" for number, each in _listed(made)]
    whole = sheet(
        replace(picture.without_words(), caption=caption)
        for picture, caption in zip(pictures, captions, strict=True)
    )
    fine = "\n".join(f"{number}: {each.puzzle.name}" for number, each in _listed(made))
    return replace(whole, heading=title, title=title, fine=fine, description=fine)
