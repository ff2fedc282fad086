"""The answers of counts: numbers by piece, up to symmetry, with weights, by matchings, and by
listing.
"""
