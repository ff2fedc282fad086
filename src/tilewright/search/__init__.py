"""Find tilings: the engines, and the door in front of them."""
