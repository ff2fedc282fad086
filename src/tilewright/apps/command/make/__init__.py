"""Commands that make, print, play, show and convert."""
