"""What ``tilewright count`` does beside counting one board: boards and pieces with an N, sequences,
and files of numbers.
"""
