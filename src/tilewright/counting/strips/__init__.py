"""Strips: boards of any length, and the sequences of their numbers of tilings."""
