"""What a picture is: `picture` in cell units, with its `palette`, `hatching` and `font`.

`extent` says how much room it takes, `outline` traces the regions of a label array. Makers build
pictures, readers show them; both stand on this.
"""
