"""What is answered: `operations` is the table of what can be asked, `work` the functions behind it.

`playing` and `watching` are a game and a search in steps, `sheet` a puzzle as the page needs it, `gallery` what
is in front.
"""
