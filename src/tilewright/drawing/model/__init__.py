"""The parts of a picture: `picture` contains the value, `geometry` polygons, `palette` colors, and
`extent` sizes and the typeface.

Makers build pictures, and writers show them. Both depend on these modules.
"""
