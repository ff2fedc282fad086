"""The kinds of puzzles that are made: what each sets out on a board, and how it comes to one solution."""
