"""What a picture is: `picture` holds the value, `geometry` polygons, `palette` colors, `extent`
sizes and typeface.

Makers build pictures and writers show them. Both depend on these modules.
"""
