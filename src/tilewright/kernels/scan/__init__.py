"""Kernels of the engine scan.

`layout`
    The placements of a cover in scan order, and the tables of a scan.
`narrow`
    The search, with states of one machine word.
`wide`
    The search for boards of any width and any number of orientations.
"""
