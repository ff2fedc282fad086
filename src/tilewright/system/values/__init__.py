"""Checks of arguments, text, primes, shared arrays, plug-ins, and names that are imported late."""
