"""What was found, said: `answers` prints and saves it, as pictures for people and JSON for programs.

`progress` is the line on standard error while something runs, `limits` ends long counts in time and memory,
`reasons` says why there is no tiling, and `streams` holds on to standard streams that are closed or broken.
"""
