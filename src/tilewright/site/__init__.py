"""A static site: the page and all that it asks for as files, for any host of files and below any path.

`building`
    Write a site into a folder.
`puzzles`
    The gallery, named puzzles and the puzzles of each day, as the server would answer.
`pool`, `plane`
    Puzzles made before, and small pieces that were decided: package data, and what computes them.
`shell`
    The page's own files, with a policy for their content and a preview for links.
`files`
    The files of a site, their hashes, and how they replace those of an older one.
"""

from tilewright.site.building import PARTS, Site, build_site

__all__ = ["PARTS", "Site", "build_site"]
