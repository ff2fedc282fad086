"""``tilewright make``: `command` makes puzzles, `files` prints and writes them."""
