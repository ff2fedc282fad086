"""The processes that do the work: `pool` keeps a bounded number of them, and `worker` is what each one runs."""
