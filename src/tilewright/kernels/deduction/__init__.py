"""Kernels of deduction.

`finish`
    All ways to complete a position, branching at the cell with the fewest choices.
`regions`
    The sizes that the remaining pieces can cover, and regions that cannot be filled.
`steps`
    Deductions on sets of placements, kept as bits of words.
`sums`
    Bounds of the sums that rules demand.
`tables`
    The tables of sums, and what each piece may add to a region.
"""
