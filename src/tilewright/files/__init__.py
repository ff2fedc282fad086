"""Files that are never half written.

`replacing` puts a file in the place of another in one step, and holds files that one process alone may write;
`checkpoint` puts long runs away, to go on with later, and says what does not fit when they are taken up again. Nothing
here knows what is in the files.
"""
