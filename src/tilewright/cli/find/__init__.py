"""The commands that find: ``solve`` and ``cover`` search, `sample` also has ``nth`` and ``rank``, `show` reads back.

`record` is what an enumeration leaves behind while it runs: lines of JSON or a table, and its checkpoint.
"""
