"""The frontier method: moves, scans, layers, and graphs of states."""
