"""Differences between operating systems: cores, memory, locks, signals, processes and quotas."""
