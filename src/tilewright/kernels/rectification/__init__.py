"""Kernels of `tilewright.rectification`: the states of a strip, and the lengths at which it can end.

`states`
    The states of a strip that grows column by column, each found once, with the states that follow it.
`walks`
    Walks in the graph of the states of a strip: which states are on one back to the start, and after how many
    steps.
"""
