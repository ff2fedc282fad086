"""The page: its scripts and styles, the answers that come with tilewright, and puzzles as the page
needs them.

``static`` is the page: standard modules, without anything from other hosts. ``built`` has what
esbuild made of them (``make page``), and a wheel has only that. A worker in the browser answers
what is asked; `tilewright.apps.site` writes the page as a site of files, and serves it.
"""
