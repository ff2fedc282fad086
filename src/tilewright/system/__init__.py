"""Everything that differs between operating systems: cores, memory, locks, signals, processes,
pipes and quotas.

There are some small helpers as well. `background` lowers the priority of work, and
`recent` is a cache for threads. `tables` is shared memory, `arrays` makes read-only views, `bars`
shows progress in notebooks, and `garbage` sets the pace of Python's garbage collector.
"""
