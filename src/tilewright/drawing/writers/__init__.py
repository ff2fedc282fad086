"""Write pictures: `markup` as SVG, `bitmap` as PNG, GIF and pixels, `page` as PDF, `terminal` as text.

`canvas` paints on a page of a PDF, `ansi` knows the colors of terminals, `sketch` draws polygons with characters.
"""
