"""Makers of puzzles, one module for each kind."""
