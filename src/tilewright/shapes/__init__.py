"""Questions about pieces themselves: the plane, rectangles, figures, the atlas."""
