"""The processes that do the work: `pool` keeps a bounded number of them, `worker` is the life of one.

`failure` is why there is no answer, as it travels from a worker to the server.
"""
