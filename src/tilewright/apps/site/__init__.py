"""A static site: the page and all that it asks for as files, for any host of files and below any
path.

`building`
    Write a site into a folder.
`puzzles`
    The gallery and the named puzzles, as the server would answer.
`days`
    The puzzles of each day, made by several processes and remembered beside the site.
`pool`, `plane`
    Puzzles made before, and small pieces that were decided: package data, and what computes them.
`docs`
    The docs, with the header of the page and with puzzles that can be played.
`shell`
    The page's own files, with a policy for their content and a preview for links.
`previews`
    A page and a picture for links to each named puzzle.
`files`
    The files of a site, their hashes, and how they replace those of an older one.
"""

from tilewright.apps.site.building import PARTS, Site, build_site
from tilewright.apps.site.files import check_folder

__all__ = ["PARTS", "Site", "build_site", "check_folder"]
