"""Write pictures: `markup` as SVG, `bitmap` as PNG, GIF and pixels, `page` as PDF, `terminal` as text.

`paint` draws on canvases: those of `markup` and `page`; `ansi` knows the colors of terminals.
"""
