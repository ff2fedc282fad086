"""Time limits, and values for `progress=`."""
