"""The slow, obvious twin of the dance kernel: try every set of options."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.formats.exactcover import ExactCover


def solutions(cover: ExactCover) -> list[tuple[int, ...]]:
    """All solutions, each a sorted tuple of option numbers; sorted."""
    options = [
        [(word.partition(":")[0], word.partition(":")[2]) for word in option]
        for option in cover.options()
    ]
    least = dict(zip(cover.items, cover.least.tolist(), strict=False))
    most = dict(zip(cover.items, cover.most.tolist(), strict=False))
    return sorted(_extend(options, least, most, 0, (), {}, {}))


def _extend(
    options: list[list[tuple[str, str]]],
    least: dict[str, int],
    most: dict[str, int],
    next_option: int,
    chosen: tuple[int, ...],
    uses: dict[str, int],
    colors: dict[str, str],
) -> Iterator[tuple[int, ...]]:
    if next_option == len(options):
        if all(uses.get(name, 0) >= bound for name, bound in least.items()):
            yield chosen
        return
    yield from _extend(options, least, most, next_option + 1, chosen, uses, colors)
    uses, colors = dict(uses), dict(colors)
    for name, color in options[next_option]:
        if name in most:
            uses[name] = uses.get(name, 0) + 1
            if uses[name] > most[name]:
                return
        elif name in colors and (colors[name] != color or not color):
            return
        else:
            colors[name] = color
    yield from _extend(options, least, most, next_option + 1, (*chosen, next_option), uses, colors)
