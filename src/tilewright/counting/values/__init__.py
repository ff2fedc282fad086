"""Values: what rides on the states of a count, and how it is added up, exactly, in machine words.

`values` says what every kind of value does. Limbs hold integers of any size, residues weighted sums modulo primes, least
costs the cheapest ways, polynomials the ways by piece; `scale` says how large a weighted sum can get, and which primes it needs.
"""
