"""Benchmarks: each compares in the same run, prints ratios, and asserts only that the answers
agree.
"""
