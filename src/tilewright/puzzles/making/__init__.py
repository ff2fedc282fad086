"""What all makers of puzzles share: clues, the search for tilings with few solutions, rules."""
