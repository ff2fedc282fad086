"""Files that are never left half-written.

`replacing` writes files in one step and locks those that only one process may write. `checkpoint`
saves long runs, so that they can be resumed. `fields` checks types and ranges of what is read.
"""
