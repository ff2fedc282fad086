"""Ways of counting: by rows, by layers, by connected parts, weighted or not, and the choice between them."""
