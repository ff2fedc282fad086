"""Programs made of the library: the command, the page, the site, the atlas, notebook widgets."""
