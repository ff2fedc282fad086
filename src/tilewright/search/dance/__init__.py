"""Dance: exact cover with colors and multiplicities, smallest branch first.

The layout is the problem as items and options; a run searches one part of the tree, or the whole in many orders.
"""
