"""Layers: states of one layer and the next, for any problem.

The loop over the layers, the threads that deal successors to parts, and the two frontiers: which cells ahead are
taken (folded, where lines close on themselves), and which cells of the frontier are in one part.
"""
