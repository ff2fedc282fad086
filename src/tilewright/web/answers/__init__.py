"""The operations: `operations` lists them, `work` has their functions, and `sheet` describes puzzles for the page."""
