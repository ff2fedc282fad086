"""Files that are never half written.

`replacing` puts a file in the place of another in one step, and holds files that one process alone may write;
`checkpoint` saves long runs, so that they can be resumed; `fields` checks the types and ranges of what was read. Nothing here
knows what the values mean.
"""
