"""What was asked for, read: `request` has boards, pieces and the options that commands share.

`tilings` reads tilings back from files and standard input.
"""
