"""What is cut, printed and photographed: outlines for cutters (DXF), solids for printers (STL), boards from pictures."""
