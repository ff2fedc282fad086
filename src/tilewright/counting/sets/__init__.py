"""Compiled sets of tilings: diagrams, files, ranking, usage of cells."""
