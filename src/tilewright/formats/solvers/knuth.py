"""The format of Knuth's exact cover programs (DLX1, DLX2, DLX3, DLX5, SSXCC, …).

Lines that begin with ``|`` are comments. The first other line names the items, secondary ones after
a separate ``|``, and each further line is an option.
"""

from __future__ import annotations

import io
import re
import string
from array import array
from collections.abc import Mapping
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, MemoryLimitError, quoted
from tilewright.formats.exactcover import Builder, ExactCover, as_exact_cover, bounds_text
from tilewright.formats.format import EVERYTHING, Entry, Format, at
from tilewright.model.cover import Cover, compile_cover
from tilewright.system.platform.machine import available_memory, in_units
from tilewright.system.values.arguments import counted, format_value
from tilewright.system.values.arrays import starts

_BOUNDS = re.compile(r"(?:(\d{1,18}):)?(\d{1,18})\|(.*)", re.ASCII)
_COST = re.compile(r"\|\$(\d{1,15})", re.ASCII)
#: The longest line, in bytes.
_LINE = 1 << 26
#: The most that is read from a pipe, in bytes.
_STREAM = 1 << 28
#: Peak bytes per entry while reading (measured).
_ENTRY = 48
#: Bytes from which the number of entries is estimated.
_SAMPLE = 1 << 20
#: The longest name that Knuth's programs read, and the characters that can be colors.
_NAME = 8
_COLORS = string.digits + string.ascii_letters + "".join(set(string.punctuation) - set(':|"\\'))


def read_xcc(text: str) -> ExactCover:
    """Parse an exact cover problem in Knuth's text format.

    A primary item may have a minimum and maximum before its name: ``2:3|a`` must be in two or three
    options, and ``2|a`` in exactly two options. An option is a list of items and costs. A secondary
    item may be followed by ``:color``. The costs of an option, such as ``|$7``, are added up.
    Options without a primary item are skipped, as in Knuth's programs, and counted in ``ignored``.

    Parameters
    ----------
    text : str

    Raises
    ------
    FormatError
        If the text is invalid. The error message gives the line and column.

    Examples
    --------
    >>> cover = read_xcc('''| a toy example
    ... p q r | x y
    ... p q x y:A
    ... p r x:A y
    ... p x:B
    ... q x:A
    ... r y:B
    ... ''')
    >>> cover.primary, cover.size, cover.colors
    (3, 5, ('A', 'B'))

    References
    ----------
    D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1; his programs DLX2,
    DLX3, DLX5, SSXCC and SSMCC read this format.
    """
    return load_xcc(io.BytesIO(text.encode("utf-8", "surrogatepass")))


def load_xcc(stream: IO[bytes], where: str = "") -> ExactCover:
    """Read an exact cover problem from a binary stream, without keeping the text in memory."""
    if not stream.seekable():
        # The stream may be endless.
        data = stream.read(_STREAM + 1)
        if len(data) > _STREAM:
            raise FormatError(
                f"input from a pipe can have at most {in_units(_STREAM)}. Save the input to a file "
                "instead, because a file may be larger.",
                where=where or None,
            )
        stream = io.BytesIO(data)
    _estimate(stream, where)
    with at(where):
        return _Reader().read(stream)


def _estimate(stream: IO[bytes], where: str) -> None:
    """Raise an error if the problem does not fit into memory."""
    here = stream.tell()
    sample = stream.read(_SAMPLE)
    size = stream.seek(0, io.SEEK_END) - here
    stream.seek(here)
    entries = len(sample.split()) * size // max(len(sample), 1)
    needed, room = entries * _ENTRY, available_memory()
    if needed > room:
        raise MemoryLimitError(
            f"about {entries:,} entries need {in_units(needed)}, but only {in_units(room)} are "
            "free",
            where=where or None,
        )


class _Reader:
    """Reads options. Each distinct word is parsed once and then replaced by a number."""

    def __init__(self) -> None:
        self.builder = Builder()
        # The code of each word: item + color * 2^32, or -1 - cost.
        self.codes: dict[bytes, int] = {}
        self.entries = array("q")
        self.ends = array("q")
        self.lines = array("q")

    def read(self, stream: IO[bytes]) -> ExactCover:
        """Return the exact cover problem of a stream."""
        self.stream, self.begin = stream, stream.tell() if stream.seekable() else None
        entries, ends, lines, code = self.entries, self.ends, self.lines, self.codes.__getitem__
        number, named = 0, False
        while line := stream.readline(_LINE + 1):
            number += 1
            if len(line) > _LINE:
                raise FormatError(
                    f"a line must be at most {in_units(_LINE)} long",
                    where=f"line {number}",
                )
            words = line.split()
            if not words or words[0].startswith(b"|"):
                continue
            if not named:
                self._name_items(line, number)
                named = True
                continue
            try:
                entries.extend(map(code, words))
            except KeyError:
                del entries[ends[-1] if ends else 0 :]
                self._parse_words(line, number)
                entries.extend(map(code, words))
            ends.append(len(entries))
            lines.append(number)
        if not named:
            raise FormatError("the line of items is missing", where="line 1, column 1")
        return self._finish()

    def _words(self, line: bytes, number: int) -> list[tuple[str, str]]:
        """Return the words of a line with their places."""
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as fault:
            raise FormatError(
                "the text is not UTF-8",
                where=f"line {number}, column {fault.start + 1}",
            ) from None
        return [
            (match[0], f"line {number}, column {match.start() + 1}")
            for match in re.finditer(r"[^ \t\n\r\v\f]+", text)
        ]

    def _name_items(self, line: bytes, number: int) -> None:
        """Read the line of items."""
        secondary = False
        for word, where in self._words(line, number):
            if word == "|":
                if secondary:
                    raise FormatError(
                        "unexpected second '|'; a single '|' separates primary from secondary "
                        "items",
                        where=where,
                    )
                secondary = True
                continue
            name = word
            bounds = None if secondary else (1, 1)
            if match := _BOUNDS.fullmatch(word):
                if secondary:
                    raise FormatError(
                        f"{quoted(word)}: only primary items can have bounds", where=where
                    )
                most, name = int(match[2]), match[3]
                bounds = (int(match[1]) if match[1] else most, most)
            self.builder.add_item(name, bounds, where)
            self.codes[name.encode()] = self.builder.numbers[name]

    def _parse_words(self, line: bytes, number: int) -> None:
        """Parse the new words of a line."""
        for word, where in self._words(line, number):
            key = word.encode()
            if key in self.codes:
                continue
            if cost := _COST.fullmatch(word):
                self.codes[key] = -1 - int(cost[1])
            else:
                item, color = self.builder.entry(word, where)
                self.codes[key] = item + (color << 32)

    def _finish(self) -> ExactCover:
        codes = (
            np.frombuffer(self.entries, dtype=np.int64)
            if len(self.entries)
            else np.zeros(0, np.int64)
        )
        start = np.concatenate([[0], np.array(self.ends, dtype=np.int64)])
        lines = np.array(self.lines, dtype=np.int64)
        cost = None
        if codes.size and (paid := codes < 0).any():
            cost = np.diff(starts(np.where(paid, -1 - codes, 0))[start])
            start = starts(~paid)[start]
            codes = codes[~paid]
        item = (codes & 0xFFFFFFFF).astype(np.int32)
        color = (codes >> 32).astype(np.int32)
        option = np.repeat(np.arange(len(lines)), np.diff(start))
        self._check_repeats(option, item, lines)
        primary = np.bincount(option[item < len(self.builder.bounds)], minlength=len(lines)) > 0
        ignored = int((~primary).sum())
        if ignored:
            is_entry = primary[option]
            item, color = item[is_entry], color[is_entry]
            start = starts(np.diff(start)[primary])
            cost = cost[primary] if cost is not None else None
        return self.builder.finish(start.astype(np.int64), item, color, cost, ignored)

    def _check_repeats(
        self, option: NDArray[np.int64], item: NDArray[np.int32], lines: NDArray[np.int64]
    ) -> None:
        """Raise an error if an option holds an item twice."""
        count = max(len(self.builder.numbers), 1)
        keys = option * count + item
        keys.sort()
        twice = np.flatnonzero(keys[1:] == keys[:-1])
        if twice.size:
            where, which = divmod(int(keys[twice[0]]), count)
            name = self.builder.name(which)
            raise FormatError(
                f"duplicate item {quoted(name)}", where=self._find_repeat(name, int(lines[where]))
            )

    def _find_repeat(self, name: str, number: int) -> str:
        """Return the place of an item's second occurrence, if the stream can be read again."""
        if self.begin is None:
            return f"line {number}"
        self.stream.seek(self.begin)
        for _ in range(number - 1):
            self.stream.readline()
        words = self._words(self.stream.readline(), number)
        return [where for word, where in words if word.partition(":")[0] == name][1]


def write_xcc(cover: ExactCover | Cover, comment: str = "", *, short: bool = False) -> str:
    """Return a problem as text in Knuth's format, which `read_xcc` reads.

    Parameters
    ----------
    cover : ExactCover or Cover
        A compiled problem is first converted with `as_exact_cover`.
    comment : str, optional
        The comment lines to write at the top of the text.
    short : bool
        Whether to replace colors with single characters, and to shorten names that Knuth's programs
        cannot read because they have more than 8 characters or are not ASCII. A table in the
        comment lists the replacements.

    Raises
    ------
    FormatError
        If `cover` is neither an exact cover problem nor a compiled problem, if it has no primary
        item, or if it has too many colors for `short`.
    """
    if isinstance(cover, Cover):
        cover = as_exact_cover(cover)
    if not isinstance(cover, ExactCover):
        raise FormatError(f"`cover` must be an ExactCover or a Cover, got {format_value(cover)}")
    if not cover.primary:
        raise FormatError("there must be at least one primary item, got 0")
    lines = [f"| {line}" for line in comment.splitlines()]
    items: tuple[str, ...] | list[str] = cover.items
    colors: tuple[str, ...] | list[str] = cover.colors
    if short:
        items, colors = _shorten_names(cover.items, _NAME, "i"), _short_colors(cover.colors)
        renamed = [*zip(cover.items, items, strict=True), *zip(cover.colors, colors, strict=True)]
        lines += [f"| {new} = {old}" for old, new in renamed if new != old]
    words = []
    for name, least, most in zip(items, cover.least.tolist(), cover.most.tolist(), strict=False):
        words.append(name if (least, most) == (1, 1) else f"{bounds_text(least, most, ':')}|{name}")
    if len(items) > cover.primary:
        words += ["|", *items[cover.primary :]]
    lines.append(" ".join(words))
    pairs = (cover.item.astype(np.int64) * (len(colors) + 1) + cover.color).tolist()
    spelled = {}
    for pair in set(pairs):
        number, color = divmod(pair, len(colors) + 1)
        spelled[pair] = f"{items[number]}:{colors[color - 1]}" if color else items[number]
    written = [spelled[pair] for pair in pairs]
    start = cover.start.tolist()
    costs = (
        [""] * cover.size
        if cover.cost is None
        else [f" |${cost}" if cost else "" for cost in cover.cost.tolist()]
    )
    lines += [
        " ".join(written[start[option] : start[option + 1]]) + costs[option]
        for option in range(cover.size)
    ]
    return "\n".join(lines) + "\n"


def _shorten_names(names: tuple[str, ...], longest: int, letter: str) -> list[str]:
    """Return names that Knuth's programs can read, unchanged where possible."""
    taken = {name for name in names if len(name) <= longest and name.isascii()}
    short_names, number = [], 0
    for name in names:
        if name not in taken:
            while (name := f"{letter}{number}") in taken:
                number += 1
            taken.add(name)
        short_names.append(name)
    return short_names


def _short_colors(colors: tuple[str, ...]) -> list[str]:
    taken = {color for color in colors if len(color) == 1 and color.isascii()}
    free = iter([color for color in _COLORS if color not in taken])
    try:
        return [color if color in taken else next(free) for color in colors]
    except StopIteration:
        raise FormatError(
            f"Knuth's programs allow at most {len(_COLORS)} colors of one character, got "
            f"{len(colors)}"
        ) from None


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    cover = load_xcc(stream, where)
    lost: tuple[str, ...] = ()
    if cover.ignored:
        count = counted(cover.ignored, "option")
        lost = (f"{count} without a primary item",)
    return [Entry(cover=cover, lost=lost)]


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    entry = entries[0]
    if entry.cover is not None:
        return write_xcc(entry.cover, entry.name, short=True)
    assert entry.problem is not None
    problem = entry.problem
    comment = [
        entry.name or f"{problem.board} by {' '.join(problem.words())}, turning {problem.turn}"
    ]
    comment += problem.board.text().splitlines() if problem.board.mask.size <= 4096 else []
    return write_xcc(as_exact_cover(compile_cover(problem)), "\n".join(comment), short=True)


def _is_knuth(text: str) -> bool:
    """Return True if a text begins with a comment of Knuth's format."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and lines[0].startswith("|") and not lines[0].startswith("||")


def lists_options(text: str) -> bool:
    r"""Return True if each line but the first consists of items that the first names.

    >>> lists_options("a b\na b\na\n"), lists_options("##\n##\n")
    (True, False)
    """
    lines = [line.split() for line in text.splitlines() if not line.startswith("|")]
    names, *options = [*filter(None, lines)] or [[]]
    items = {word.rpartition("|")[2] for word in names} - {""}
    if not text.endswith("\n") and len(options) > 1:
        # The last line of a beginning may be cut.
        options.pop()
    words = [word for option in options for word in option if not word.startswith("|$")]
    return (
        len(items) > 1
        and bool(words)
        and not any("#" in word for word in names)
        and all(word.partition(":")[0] in items for word in words)
    )


KNUTH = Format(
    name="dlx",
    title="an exact cover problem in Knuth's format (DLX, XCC, MCC)",
    endings=(".dlx", ".xcc", ".mcc"),
    holds=("cover",),
    says=EVERYTHING - {"rules", "apart"} | {"name"},
    lattices=None,
    recognizes=_is_knuth,
    read=_read,
    write=_write,
)
