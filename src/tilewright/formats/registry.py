"""The table of file formats, and the functions that read and write files.

To add a format, write a module with a `Format` and name it in `known_formats`.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

from tilewright.errors import FormatError, OutputError, RequestError, quoted
from tilewright.formats.format import Entry, Format, Holding, at, decoded, warn_of
from tilewright.formats.piece_sets import FIRST, is_drawn, is_lettered, read_piece_text, read_words
from tilewright.model.board import is_board_word
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle
from tilewright.model.space.lattice import SQUARES, Lattice
from tilewright.system.files.safe_write import checked_path
from tilewright.system.files.safe_write import write as write_file
from tilewright.system.values.plugins import Table
from tilewright.system.values.text import STANDARD_INPUT, refuse_own_binary, why_unreadable

_Read = TypeVar("_Read")

#: Bytes of a file that are read to recognize its format.
_HEAD = 1 << 16
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


@cache
def _table() -> Table[str, Format]:
    """Return the formats by their names: those of tilewright, and those of plug-ins."""
    from tilewright.formats import native
    from tilewright.formats.cutting import laser, picture, stl_and_3mf
    from tilewright.formats.puzzles import (
        burrtools,
        busche,
        dahlke,
        heesch,
        pips,
        polysolve,
        polysolver,
        puzzlink,
    )
    from tilewright.formats.solvers import clauses, knuth

    built_in = (
        native.PUZZLE,
        puzzlink.PUZZLINK,
        puzzlink.PENPA,
        burrtools.BURRTOOLS,
        polysolver.POLYSOLVER,
        busche.BUSCHE,
        heesch.HEESCH,
        dahlke.DAHLKE,
        pips.PIPS,
        native.PROBLEM,
        polysolve.POLYSOLVE,
        native.TILINGS,
        native.TILING,
        native.TABLE,
        native.BOARD,
        native.PIECES,
        knuth.KNUTH,
        clauses.DIMACS,
        clauses.MINIZINC,
        laser.DXF,
        stl_and_3mf.STL,
        stl_and_3mf.THREE_MF,
        picture.PICTURE,
    )
    return Table(
        "tilewright.formats",
        Format,
        {kind.name: kind for kind in built_in},
        lambda name, kind: "" if kind.name == name else f"has the name '{kind.name}'",
    )


def known_formats() -> tuple[Format, ...]:
    """Return all formats, including those of plug-ins. If several formats match a file, the first
    one in the list is used.
    """
    return tuple(_table().values())


def built_in_formats() -> tuple[Format, ...]:
    """Return the formats without those of plug-ins."""
    return tuple(_table().built_in.values())


def find_format(name: str) -> Format:
    """Return the format of this name, or raise `RequestError`."""
    table = _table()
    if name not in table:
        raise RequestError(f"unknown format {quoted(name)}. Supported: {', '.join(table)}")
    return table[name]


def format_to_write(path: str, entries: Iterable[Entry] = ()) -> Format:
    """Return the format for a file's ending. If several share it, the one for the content is
    used.
    """
    name = Path(path).name.lower()
    holders = list(entries)

    def list_fitting(formats: Iterable[Format]) -> list[Format]:
        return [kind for kind in formats if kind.write and name.endswith(kind.endings)]

    ending = list_fitting(built_in_formats()) or list_fitting(_table().working())
    if not ending:
        _table().check()
        formats = sorted({end for kind in known_formats() if kind.write for end in kind.endings})
        suffix = Path(name).suffix
        what = (
            f"cannot write {quoted(suffix)[1:-1]} files"
            if suffix
            else "the file name has no extension"
        )
        raise OutputError(
            f"{what}. Supported: {', '.join(formats)}; or give a format with --to",
            where=path,
        )
    kinds = [entry.kind for entry in holders]
    meant = [kind for kind in ending if all(main == kind.holds[0] for main in kinds)]
    able = [kind for kind in ending if all(entry.holds(kind.holds[0]) for entry in holders)]
    return (meant or able or ending)[0]


def split_member(word: str) -> tuple[str, str]:
    """Split a word into a file name and which problem in it is meant: its number or its name
    (empty without ``#``). Only of an existing file, a problem can have a name.
    """
    name, _, which = word.rpartition("#")
    if (
        name
        and which
        and not _is_file(word)
        and (_NUMBER.fullmatch(which) or _is_file(name) or _has_ending(name))
    ):
        return name, which
    return word, ""


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def is_exchange_file(word: str, holding: Holding = "problem") -> bool:
    """Return True if a word names a file that holds a problem in a known format."""
    name, head = _beginning(word)
    kind = _recognize(name, head) if head else None
    return kind is not None and kind.read is not None and holding in kind.holds


def is_cover_file(word: str) -> bool:
    """Return True if a word names a file with an exact cover problem in Knuth's format: by the
    ending, by a comment at the beginning, or by lines that are items and options.
    """
    from tilewright.formats.solvers.knuth import lists_options

    name, head = _beginning(word)
    kind = _recognize(name, head, ("problem", "cover")) if head else None
    return lists_options(head) if kind is None else kind.holds == ("cover",)


def _beginning(word: str) -> tuple[str, str]:
    """Return the name of a file, without its folders, and how it begins, which is not consumed from
    standard input; an empty beginning if the word is no file that can be read.
    """
    name, _ = split_member(word)
    stream = getattr(sys.stdin, "buffer", None) if word == "-" else None
    try:
        if stream is not None:
            return "", _peek_text(stream)
        return Path(name).name, _read_head(name) if _is_file(name) else ""
    except (OSError, ValueError):
        return Path(name).name, ""


def read_pieces_file(path: str, lattice: Lattice = SQUARES) -> tuple[Piece | str, ...]:
    """Return the pieces in a file, read by its content: pieces of any format, or those of a
    problem.

    Words and drawings are returned as words, since their meaning depends on the board. Coordinates
    without a letter are of the given lattice.

    Raises
    ------
    FormatError
        If the file cannot be read or has no pieces; the message gives its name and the line.
    """
    from tilewright.formats.puzzles import heesch

    name, which = split_member(path)
    file = Path(name).name
    with _open(name) as stream:
        head = _read(_peek_text, stream, where=name)
        kind = _recognize(file, head, ("pieces", "problem"))
        numbers = heesch.has_only_numbers(head) and kind in (None, heesch.HEESCH)
        plain = kind is None or kind.name == "pieces"
        if plain and not numbers and not head.startswith(FIRST):
            _refuse_other_formats(_recognize(file, head), head, name)
        if plain or numbers:
            text = _read(decoded, stream, name, "a list of pieces", where=name)
            with at(name):
                return (
                    heesch.read_shapes(text, lattice).pieces if numbers else read_piece_text(text)
                )
        assert kind is not None
        _, entries = read_entries(stream, format=kind.name, where=name)
    if which:
        entries = [_pick_entry(entries, which, name)]
    if any(entry.kind == "tilings" for entry in entries):
        raise _not_pieces(name)
    return tuple(piece for entry in entries for piece in entry.all_pieces())


def _refuse_other_formats(kind: Format | None, head: str, name: str) -> None:
    """Raise an error if a file with this beginning has something else than words for pieces."""
    from tilewright.formats.native import has_drawn_tilings

    if kind is None or kind.name in ("pieces", "board"):
        return
    if has_drawn_tilings(head) or (kind.holds == ("tilings",) and kind.name != "tiling"):
        raise _not_pieces(name)
    if kind.name != "tiling":
        raise FormatError(f"expected pieces, got {kind.title}", where=name)


def _not_pieces(name: str) -> FormatError:
    """Say that a file has tilings, and what takes them."""
    return FormatError(
        f"expected pieces, got tilings; use `tilewright show {name}`, color, nth or verify",
        where=name,
    )


def is_pieces_file(word: str) -> bool:
    """Return whether a word names an existing file of pieces, without a board."""
    name, _ = split_member(word)
    if not _is_file(name):
        return False
    from tilewright.formats.puzzles.heesch import has_only_numbers

    if is_exchange_file(word, "pieces"):
        return not is_exchange_file(word)
    head = _read_head(name)
    if has_only_numbers(head):
        return True
    if is_drawn(head) or is_board_word(head.strip()):
        return False
    try:
        # Letters can be the marks of a board.
        return not is_lettered(head) and bool(read_words(head))
    except RequestError:
        return False


def why_pieces(word: str) -> str:
    """Return what shows that a file holds pieces rather than a board: several drawings, or names.
    Empty for one drawing, and for files of another kind.
    """
    name, _ = split_member(word)
    if not _is_file(name) or is_exchange_file(word):
        return ""
    try:
        head = _read_head(name)
        words = read_words(head)
    except (OSError, RequestError):
        return "contains pieces" if is_exchange_file(word, "pieces") else ""
    # A first line without cells is that of a board, such as `cube`.
    cells_first = "#" in head.partition("\n")[0]
    drawn = cells_first and len(words) > 1 and all("#" in word for word in words)
    if drawn or is_lettered(head):
        return "has several drawings"
    named = any(word[0].isalpha() and "#" not in word for word in words)
    return "contains pieces" if named and not is_board_word(head.strip()) else ""


def can_be_file(word: str) -> bool:
    """Return whether a word has the form of a path: it has a slash, or the ending of a known
    format.
    """
    name = split_member(word)[0]
    return "/" in name or _has_ending(name)


def is_missing_member(word: str) -> bool:
    """Return whether a word names a problem (``FILE#2``) in a file that is not there."""
    name, mark, _ = word.rpartition("#")
    return bool(mark) and _has_ending(name) and not _is_file(name) and not _is_file(word)


def _has_ending(name: str) -> bool:
    if not Path(name).suffix[1:].isalpha():
        # The formats need not be loaded for a drawing.
        return False
    endings = {end for kind in built_in_formats() for end in kind.endings}
    return any(name.lower().endswith(end) and name.lower() != end for end in endings)


def _read_head(path: str) -> str:
    with Path(path).open("rb") as stream:
        return _peek_text(stream)


def _peek_text(stream: IO[bytes]) -> str:
    """Return the beginning of a stream as text, decompressed, without consuming it."""
    if stream.seekable():
        start = stream.tell()
        data = stream.read(_HEAD)
        stream.seek(start)
    else:
        # Of a pipe, only the buffered part can be read ahead.
        data = stream.peek(_HEAD) if isinstance(stream, io.BufferedReader) else b""
    if data[:2] == b"\x1f\x8b":
        import zlib

        try:
            data = zlib.decompressobj(31).decompress(data, _HEAD)
        except zlib.error:
            return ""
    return data.decode("utf-8-sig", errors="replace")


def _recognize(name: str, head: str, holdings: Sequence[Holding] = ()) -> Format | None:
    """Return the format of a file by its ending, or by its beginning if that is ambiguous: of those
    that hold something, if that is given. Plug-ins come after tilewright's own formats.
    """
    return _recognized_among(built_in_formats(), name, head, holdings) or _recognized_among(
        _table().working(), name, head, holdings
    )


def _recognized_among(
    formats: Sequence[Format], name: str, head: str, holdings: Sequence[Holding]
) -> Format | None:
    able = [kind for kind in formats if kind.read is not None]
    known = (
        [kind for holding in holdings for kind in able if holding in kind.holds]
        if holdings
        else able
    )
    ending = [kind for kind in known if name.lower().endswith(kind.endings)]
    if len(ending) == 1 and ending[0].endings[0] not in (".txt", ".json"):
        return ending[0]
    for kind in (*ending, *known):
        if kind.recognizes(head):
            return kind
    return None


def read_entries(
    source: str | os.PathLike[str] | IO[bytes],
    *,
    format: str | None = None,
    where: str | None = None,
) -> tuple[Format, list[Entry]]:
    """Read all entries of a file.

    Parameters
    ----------
    source : path, or open stream of bytes
        ``-`` means standard input. ``FILE#2`` reads only the second problem in a file, and
        ``FILE#hard`` only the problem named ``hard``.
    format : str, optional
        The name of the format. By default, the format is detected from the file extension and the
        beginning of the file.
    where : str, optional
        The name of the stream in error messages.

    Returns
    -------
    The format and the entries

    Raises
    ------
    RequestError
        If the file cannot be read, if the format is unknown, or if the content is invalid. The
        error message gives the file, line and column.
    """
    which = ""
    with ExitStack() as stack:
        if isinstance(source, str | os.PathLike):
            word = str(checked_path(source))
            name, which = split_member(word)
            where = STANDARD_INPUT if word == "-" else name
            stream = sys.stdin.buffer if word == "-" else stack.enter_context(_open(name))
        else:
            name, stream, where = "", source, where or STANDARD_INPUT
        head = _read(_peek_text, stream, where=where)
        refuse_own_binary(head.encode(), where, FormatError)
        file_format = (
            find_format(format) if format is not None else _recognize(Path(name).name, head)
        )
        if file_format is None or file_format.read is None:
            _table().check()
            readable = ", ".join(kind.name for kind in known_formats() if kind.read is not None)
            reason = (
                "unknown file format"
                if file_format is None
                else f"{file_format.name} files can be written but not read"
            )
            raise FormatError(f"{reason}. Readable with --from: {readable}", where=where)
        entries = _read(file_format.read, stream, where, where=where)
    return file_format, [_pick_entry(entries, which, where)] if which else entries


def _pick_entry(entries: Sequence[Entry], which: str, where: str) -> Entry:
    """Return the entry with a number or a name."""
    if _NUMBER.fullmatch(which):
        if not 1 <= int(which) <= len(entries):
            raise FormatError(
                f"the number of the problem must be 1 to {len(entries)}, got {which}", where=where
            )
        return entries[int(which) - 1]
    members = [entry for entry in entries if entry.name == which]
    if len(members) != 1:
        names = ", ".join(entry.name for entry in entries if entry.name) or "none"
        raise FormatError(
            f"{len(members) or 'none'} of the problems {'have' if members else 'has'} the name "
            f"{quoted(which)}. Names: {names}; or give a number, 1 to {len(entries)}",
            where=where,
        )
    return members[0]


def _read(reading: Callable[..., _Read], *arguments: Any, where: str) -> _Read:
    """Call a reading function and turn its `OSError` into a `FormatError`."""
    try:
        return reading(*arguments)
    except OSError as error:
        raise FormatError(f"cannot read the file: {why_unreadable(error)}", where=where) from None


def _open(name: str) -> IO[bytes]:
    try:
        folder = Path(name).is_dir()
        if not folder:
            return Path(name).open("rb")
    except (OSError, ValueError) as error:
        raise FormatError(
            f"cannot read the file: {getattr(error, 'strerror', None) or error}", where=name
        ) from None
    raise FormatError("expected a file, got a folder", where=name)


def the_problem(file_format: Format, entries: list[Entry], where: str) -> Problem:
    """Return the only problem of a file, or raise an error."""
    if len(entries) > 1:
        name = next(
            (f", or by its name, {where}#{entry.name}" for entry in entries if entry.name), ""
        )
        raise FormatError(
            f"the file contains {len(entries)} problems. Choose one: {where}#1 to "
            f"{where}#{len(entries)}{name}",
            where=where,
        )
    if not entries:
        raise FormatError("the file contains no problem", where=where)
    entry = entries[0]
    if entry.refused:
        raise FormatError(entry.refused, where=where)
    if entry.problem is None:
        raise FormatError(
            f"this is {file_format.title}, which contains no board with pieces", where=where
        )
    return entry.problem


def rendered(
    entries: list[Entry], kind: Format, options: Mapping[str, Any] | None = None
) -> tuple[str | bytes, list[str]]:
    """Return the content of a file in a format, and what the format cannot store."""
    if kind.write is None:
        raise FormatError(f"{kind.name} files can be read but not written", where=kind.name)
    settings = dict(options or {})
    for name in settings:
        if name not in kind.options:
            known = ", ".join(kind.options) or "none"
            raise FormatError(f"unknown option '{name}'. Supported: {known}", where=kind.name)
    for entry in entries:
        if not entry.holds(kind.holds[0]):
            if entry.refused:
                raise FormatError(entry.refused)
            raise FormatError(
                f"{kind.name} files need {_NAMES[kind.holds[0]]}, but the input has none",
                where=kind.name,
            )
        if entry.problem is not None:
            kind.check(entry.problem)
    if not entries:
        raise FormatError("there is nothing to write: the input is empty")
    return kind.write(entries, {**kind.options, **settings}), kind.losses(entries)


_NAMES: dict[Holding, str] = {
    "problem": "a problem (a board with pieces)",
    "cover": "an exact cover problem",
    "board": "a board",
    "pieces": "pieces",
    "tilings": "a tiling",
}


def write_entries(
    entries: Problem | Puzzle | Entry | Iterable[Entry],
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    **options: Any,
) -> list[str]:
    """Write a problem or entries to a file in the format of another program.

    Parameters
    ----------
    entries : Problem, Puzzle, Entry or iterable of Entry
    path : path-like
        The file to write. ``-`` means standard output and requires `format`.
    format : str, optional
        The name of the format; by default, the file extension determines it.
    **options
        The options that the format supports.

    Returns
    -------
    list of str
        The parts of the entries that the format cannot store.

    Raises
    ------
    RequestError
        If the format cannot store the entries, or if the file cannot be written. If writing fails,
        an existing file is left unchanged.
    """
    if isinstance(entries, Puzzle):
        entries = Entry.of(entries)
    items = [Entry(problem=entries)] if isinstance(entries, Problem) else entries
    items = [items] if isinstance(items, Entry) else list(items)
    file_format = (
        find_format(format)
        if format is not None
        else format_to_write(str(checked_path(path)), items)
    )
    data, lost = rendered(items, file_format, options)
    write_file(data, path)
    return lost


def write(
    problem: Problem | Puzzle,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    **options: Any,
) -> Path | None:
    """Write a problem to a file of another program; `tilewright.read` reads it back.

    Parameters
    ----------
    problem : Problem or Puzzle
    path : path-like
        ``-`` is standard output and requires `format`.
    format : str, optional
        The name of the format; by default, the file extension determines it.
    **options
        The options that the format supports.

    Returns
    -------
    Path or None
        The file that was written; None for standard output.

    Raises
    ------
    RequestError
        If the problem has faults, or the file cannot be written. In this case, an existing file
        stays unchanged.

    Warns
    -----
    LossWarning
        If the format cannot store the whole problem; the warning lists what is lost.
    """
    warn_of(write_entries(problem, path, format=format, **options), os.fspath(path))
    return None if str(path) == "-" else Path(path)
