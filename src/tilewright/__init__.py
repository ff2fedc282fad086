"""tilewright: find, count, color, draw, make and play exact polyomino tilings."""
