"""Whether a puzzle is one: that it has one solution, that it is as hard as asked for, and which are all there are."""
