"""Kernels of coloring: which tiles touch, and colors for them: exactly, with bounds, for many tilings, for millions of tiles."""
