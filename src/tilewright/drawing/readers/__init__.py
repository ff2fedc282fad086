"""What shows pictures: `terminal` as text, `markup` as SVG, `bitmap` as pixels, `page` on paper, `motion` moving.

`ansi` has the colors of terminals, `inks` the color table of moving pixels.
"""
