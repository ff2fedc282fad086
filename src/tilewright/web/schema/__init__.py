"""What requests and answers look like: `models`, `play` for a game in progress, and `limits` of time and work."""
