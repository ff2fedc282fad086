"""The engines of the search: dancing cells, scanning, clauses, blocks, matchings, and a race."""
