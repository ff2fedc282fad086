"""Kernels of scan: states of one machine word, and of any number of words.

`layout`
    The placements of a cover in scan order, and the tables of a scan.
`narrow`
    Fill the first empty cell, always.
`wide`
    Fill the first empty cell, always: any width, any number of orientations.
"""
