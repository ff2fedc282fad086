"""The common parts of all makers of puzzles: clues, the search for tilings with few solutions,
rules.
"""
