"""Ways of counting: by rows, by layers, by connected parts, weighted or not, and the choice between them.

`by_parts`
    Count the tilings by all polyominoes of some sizes as partitions into connected parts: when, and along which
    lines.
`by_rows`
    Count a rectangle whose rows repeat: one state graph, pulled through once for each row.
`choice`
    What a count by layers is made of: along which scan, whether the areas fit at all, and what makes it large.
`labeled_rows`
    one state graph for boards whose rows repeat, whose edges know their moves; values are pulled through it.
`plans`
    the ways to count the tilings of a problem. Each runs, says why it was chosen, and has its second opinion.
`weighted_layers`
    Weighted sums layer by layer, for any problem: the frontier of cells taken ahead, with residues for counts.
`weighted_rows`
    Weighted sums on boards whose rows repeat, along one state graph whose edges know their moves.
"""
