"""How well text is read: its contrast with what is seen below it, also in pictures (WCAG 2).

The page is photographed as it is, with all text transparent, and with all text in one color. Where
the last two differ there is text; there, the first two show its color and what is below it.
"""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import CDPSession, Page

Pixels = NDArray[np.float64]
#: Left, top, right and bottom, in pixels of the page.
Box = tuple[float, float, float, float]
#: The lines of small text are so thin that they never have their full color, and its contrast seems
#: less than it is. What seems faint is measured again in pictures that are so many times as large.
CLOSER = 4
#: Text is seen where the pictures differ by this much, of 3 x 255.
SEEN = 60
#: The pixels of a text that count: those that differ at least by this share of the most.
CORE = 0.9

#: Each text that is seen and not inactive: its words, box and size, and the class around it.
_TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim(), parent = walker.currentNode.parentElement;
    if (!text || parent.closest('script, style, option, noscript, title, .hidden, .skip')) continue;
    if (parent.closest('[disabled], [aria-disabled="true"], .used-up, .used, .stale')) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    if (right - left < 2 || bottom < 0 || top > innerHeight) continue;
    if (right < 0 || left > innerWidth) continue;
    const drawn = parent instanceof SVGElement;
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (above && !drawn && !above.contains(parent) && !parent.contains(above)) continue;
    const { fontSize, fontWeight } = getComputedStyle(parent);
    const matrix = drawn ? parent.getScreenCTM() : null;
    const size = parseFloat(fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const place = `${parent.localName} ${parent.closest('[class]')?.getAttribute('class')}`;
    found.push({ text, box: [left, top, right, bottom], size, large, place });
  }
  return found;
}"""
_PAINTED = """color => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { transition: none !important; color: ${color} !important; }
    svg text { fill: ${color} !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
# Both colors.
_AS_IT_WAS = "() => { document.adoptedStyleSheets.splice(-2); }"


@dataclass(frozen=True, slots=True)
class Faint:
    """A text with too little contrast."""

    text: str
    place: str
    size: float
    contrast: float

    def __str__(self) -> str:
        return f"{self.contrast:.2f} {self.text[:30]!r} ({self.place}, {self.size:.0f} px)"


def faint(page: Page) -> list[Faint]:
    """Return the texts that are seen on the page and have less contrast than 4.5, or 3 where they
    are large."""
    texts = page.evaluate(_TEXTS)
    session = page.context.new_cdp_session(page)
    width, height = page.evaluate("[innerWidth, innerHeight]")
    found, part = _measured(page, session, texts, (0, 0, width, height), 1), texts
    if found:
        part = [texts[number] for number, _ in found]
        boxes = np.array([each["box"] for each in part])
        around = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
        found = _measured(page, session, part, around, CLOSER)
    session.detach()
    return [
        Faint(part[number]["text"], part[number]["place"], part[number]["size"], contrast)
        for number, contrast in found
    ]


def _measured(
    page: Page, session: CDPSession, texts: list[Any], part: Box, scale: int
) -> list[tuple[int, float]]:
    """The texts with too little contrast in a part of the window: their numbers, and what they
    have.
    """
    seen = _picture(page, session, part, scale)
    page.evaluate(_PAINTED, "transparent")
    below = _picture(page, session, part, scale)
    page.evaluate(_PAINTED, "#f0f")
    there = np.abs(_picture(page, session, part, scale) - below).sum(axis=2)
    page.evaluate(_AS_IT_WAS)
    found = []
    for number, each in enumerate(texts):
        left, top, right, bottom = (
            max(0, round(scale * (side - part[axis % 2]))) for axis, side in enumerate(each["box"])
        )
        box = (slice(top, bottom), slice(left, right))
        most = there[box].max(initial=0)
        if most < SEEN:  # something lies over it
            continue
        core = there[box] >= CORE * most
        contrast = float(np.median(_contrast(seen[box][core], below[box][core])))
        if contrast < (3 if each["large"] else 4.5):
            found.append((number, contrast))
    return found


def _picture(page: Page, session: CDPSession, part: Box, scale: int) -> Pixels:
    """What a part of the window shows, in colors from 0 to 255."""
    right, down = page.evaluate("[scrollX, scrollY]")
    left, top, width, height = part[0], part[1], part[2] - part[0], part[3] - part[1]
    clip = {"x": left + right, "y": top + down, "width": width, "height": height, "scale": scale}
    shot = session.send(
        "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "clip": clip}
    )
    image = Image.open(io.BytesIO(base64.b64decode(shot["data"])))
    return np.asarray(image.convert("RGB"), dtype=np.float64)


def _luminance(colors: Pixels) -> Pixels:
    part = colors / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def _contrast(one: Pixels, two: Pixels) -> Pixels:
    first, second = _luminance(one) + 0.05, _luminance(two) + 0.05
    return np.maximum(first, second) / np.minimum(first, second)
