"""Everything that differs between operating systems: cores, memory, locks, signals, processes, pipes and quotas.

Some small helpers are here as well: `compiling` (callbacks while kernels are compiled), `recent` (a cache for threads), `tables` (shared
memory), `arrays` (read-only views), `bars` (progress bars in notebooks) and `garbage` (the pace of Python's garbage collector).
"""
