"""The smallest figures on the pages of the atlas: a section of each small piece, and tables of
pairs that are pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewright.apps.atlas import figures
from tilewright.apps.atlas.markup import Markup, command, el, figure, frame, section
from tilewright.model.naming import naming
from tilewright.model.piece import parse_pieces
from tilewright.model.space.catalog import find_family
from tilewright.shapes.atlas.records import Atlas, PieceRecord
from tilewright.shapes.atlas.sets import file_name
from tilewright.shapes.atlas.smallest import (
    BALANCED,
    COMMON,
    ODD,
    TABLES,
    FigureQuestion,
    answers,
    best_known,
    exclusions,
    of_pair,
    of_piece,
    pairs,
)
from tilewright.shapes.figures import symmetry_names
from tilewright.system.values.arguments import counted

#: Pixels of a cell in a small picture.
_SMALL = 10
_TITLES = {
    COMMON: "The smallest common figure",
    ODD: "The smallest rectangle by an odd number of both",
    BALANCED: "The smallest rectangle by equally many of both",
}


def tiling_words(names: Iterable[str]) -> str:
    """Return the numbers of tiles of a tiling.

    >>> tiling_words(["F5", "L5", "F5"])
    '2 F5 + 1 L5'
    """
    tiles = list(names)
    return " + ".join(f"{tiles.count(name)} {name}" for name in dict.fromkeys(tiles))


def verdict(answer: dict[str, Any]) -> str:
    """Return what is known of the size of a figure."""
    if "reason" in answer:
        return f"none: {answer['reason'].removeprefix('there is no figure: ')}"
    if answer["cells"] is None:
        return "none, proven" if answer["complete"] else f"none below {answer['least']} cells"
    proven = "proven" if answer["proven"] else f"smallest found; none below {answer['least']}"
    return f"{counted(answer['cells'], 'cell')}, {proven}"


def _pictures(answer: dict[str, Any], cell: float | None = None) -> list[Markup]:
    """Return the tilings of the first figure, each with its numbers of tiles."""
    if not answer.get("figures"):
        return []
    return [
        figure(figures.draw_answer(tiling, words, cell), words)
        for tiling in answer["figures"][0]["tilings"]
        for words in [tiling_words(tiling["pieces"])]
    ]


def _answer_parts(question: FigureQuestion, cell: float | None = None) -> list[Markup]:
    """Return what is known of a question: pictures, verdict and command."""
    answer = best_known(question)
    pictures = _pictures(answer, cell)
    return [
        *([el("div", *pictures, class_="figures")] if pictures else []),
        el("p", verdict(answer)[0].upper() + verdict(answer)[1:] + "."),
        command("figure", *question.words),
    ]


def describe_smallest(_: Atlas, record: PieceRecord) -> Markup | None:
    """Return the section of a piece about its smallest figures; None without answers."""
    piece_questions = of_piece(record.id, record.space) if record.space.dimension == 2 else []
    if not piece_questions or piece_questions[0].key not in answers():
        return None
    *symmetric, twice = piece_questions
    by_kind = {
        name: [question for question in symmetric if question.symmetry == name]
        for name in symmetry_names(record.space)
        if name != "none"
    }
    head = el(
        "tr",
        *(
            el("th", words, scope="col")
            for words in ("Symmetry", "Fewest copies", "Fewest of an odd number")
        ),
    )
    rows = [
        el(
            "tr",
            el("th", name.replace("-", " ") if "turn" not in name else name, scope="row"),
            *(el("td", *_answer_parts(question, _SMALL)) for question in questions),
        )
        for name, questions in by_kind.items()
    ]
    return section(
        "Symmetric figures",
        el("p", "The smallest figures with at least these symmetries that copies of it tile."),
        el("div", el("table", el("thead", head), el("tbody", *rows)), class_="wide smallest"),
        el("h3", "Tiled twice without a common tile"),
        *_answer_parts(twice, 2 * _SMALL),
        *_exclusions(record),
        id_="figures",
    )


def _exclusions(record: PieceRecord) -> list[Markup]:
    """Return how many cells of a square keep a piece out; nothing without answers."""
    sizes = [
        (question, answers().get(question.key, {}).get("size"))
        for question in exclusions(record.id)
    ]
    known = [(question, size) for question, size in sizes if size is not None]
    if not known:
        return []
    words = ", ".join(
        f"{question.excludes.replace('x', ' × ')}: {counted(size, 'cell')}"
        for question, size in known
    )
    return [
        el("h3", "Cells that keep it out"),
        el(
            "p",
            "The fewest cells to remove from a square, so that the piece does not fit in the rest, "
            f"proven: {words}.",
        ),
        command("figure", *known[-1][0].words),
    ]


def table_file(table: str) -> str:
    """Return the name of the page of a table.

    >>> table_file("tetrominoes and pentominoes")
    'tetrominoes-and-pentominoes'
    """
    return table.replace(" ", "-")


def table_pages(atlas: Atlas) -> dict[str, str]:
    """Return the pages of the tables of pairs whose pieces the atlas has, by the names of their
    files.
    """
    return {
        f"figures/{table_file(table)}.html": _table_page(atlas, table)
        for table, sets in TABLES.items()
        if all(name in atlas.families for name in sets)
    }


def table_links(atlas: Atlas) -> Markup | None:
    """Return links to the tables of pairs; None if there are none."""
    links = [
        el("a", f"pairs of {table}", href=f"figures/{table_file(table)}.html")
        for table, sets in TABLES.items()
        if all(name in atlas.families for name in sets)
    ]
    if not links:
        return None
    parts = [part for link in links for part in (" · ", link)][1:]
    return el("p", "Smallest common figures: ", *parts)


def _table_page(atlas: Atlas, table: str) -> str:
    """Return the page of a table: the picture of all pairs, and a section for each."""
    rows, columns = ([piece.word() for piece in parse_pieces(word)] for word in TABLES[table])
    known = find_family(TABLES[table][0])
    assert known is not None
    questions = {pair: of_pair(*pair, known[0]) for pair in pairs(table)}
    title = f"Pairs of {table}"
    known_count = sum(
        bool(answers()[pair_questions[COMMON].key].get("figures"))
        for pair_questions in questions.values()
    )
    head = el("tr", el("td"), *(el("th", _short(name), scope="col") for name in columns))
    body = [
        el(
            "tr",
            el("th", _short(row), scope="row"),
            *(_pair_cell(questions, row, column) for column in columns),
        )
        for row in rows
    ]
    sections = [
        section(
            Markup(f"{_title(first)} and {_title(second)}"),
            *(
                part
                for name, question in pair_questions.items()
                for part in (el("h3", _TITLES[name]), *_answer_parts(question, 2 * _SMALL))
            ),
            id_=_anchor(first, second),
        )
        for (first, second), pair_questions in questions.items()
    ]
    return frame(
        title,
        f"The smallest figure that both pieces of each pair tile: {title.lower()}.",
        el("p", el("a", "Atlas", href="../index.html"), class_="path"),
        el("h1", title),
        el(
            "p",
            f"The smallest figure that each of two pieces tiles by itself, for {known_count} of "
            f"{len(questions)} pairs. No smaller figure exists, of any shape: all smaller sizes "
            "were searched completely. A number is a size below which nothing exists.",
            class_="lead",
        ),
        el("div", el("table", el("thead", head), el("tbody", *body)), class_="wide pairs"),
        *sections,
        up="../",
        play=atlas.play,
        parts=atlas.parts,
    )


def _short(piece: str) -> str:
    return piece.rpartition(":")[2].rstrip("0123456789") or piece.rpartition(":")[2]


def _title(piece: str) -> Markup:
    return el("a", naming(piece).title, href=f"../pieces/{file_name(piece)}.html")


def _anchor(first: str, second: str) -> str:
    return file_name(f"{first}-{second}")


def _pair_cell(
    questions: dict[tuple[str, str], dict[str, FigureQuestion]], row: str, column: str
) -> Markup:
    """Return the cell of a pair: its figure, tiled by the piece of the row."""
    swapped = (row, column) not in questions
    pair = (column, row) if swapped else (row, column)
    if pair not in questions:
        return el("td", class_="none")
    answer = answers()[questions[pair][COMMON].key]
    inside: Markup | str
    if answer.get("figures"):
        tiling = answer["figures"][0]["tilings"][int(swapped)]
        words = f"{_short(row)} and {_short(column)}: {counted(answer['cells'], 'cell')}"
        inside = figures.draw_answer(tiling, words, 6)
    else:
        inside = "none" if "reason" in answer else f"≥ {answer['least']}"
    return el("td", el("a", inside, href=f"#{_anchor(*pair)}"))
