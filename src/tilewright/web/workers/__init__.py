"""The processes that do the work: `pool` keeps a bounded number of them, `worker` is the life of one."""
