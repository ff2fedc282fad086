"""A search at work, whatever the engine: the tree as parts in order, the threads that share them, how far it is.

Interrupts come between two tilings, never within one.
"""
