"""The picture as a value: `picture` in cell units, `geometry` of polygons and outlines, `palette` of colors and hatching, `extent` with text.

Makers build pictures and writers show them; both build on these modules.
"""
