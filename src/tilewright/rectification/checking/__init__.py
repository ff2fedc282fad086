"""Checking certificates, sharing nothing with what found them.

Everything is done again in the plainest way: images of a piece by turning its cells, strips by sets of whole numbers, rectangles that are
made of others by trying all cuts.
"""
