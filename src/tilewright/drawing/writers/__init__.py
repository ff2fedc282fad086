"""Write pictures: `markup` as SVG, `bitmap` as PNG, GIF and pixels, `page` as PDF, `terminal` as
text.

`paint` draws a picture on the canvases of `markup` and `page`, and `ansi` contains the colors of
terminals.
"""
