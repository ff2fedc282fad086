"""Kernels of deduction: the steps that a person takes, regions that do not fit, and all ways to finish.

`finish`
    Find the ways to finish a position, narrowest cell first.
`regions`
    Which sizes the pieces that are left can cover, and the regions that do not fit.
`steps`
    Deductions on sets of placements, kept as bits of words.
"""
