"""What is asked of a search, one question each.

An enumeration of tilings, those that differ, every step as a picture, and exact cover problems that are no tilings.
"""
