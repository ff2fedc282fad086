"""The page: its modules and their bundle, the answers that come with tilewright, and puzzles as the
page needs them.

``static`` is the page: standard modules, without a build step or anything from other hosts. A
worker in the browser answers what is asked; `tilewright.apps.site` writes the page as a site of
files, and serves it.
"""
