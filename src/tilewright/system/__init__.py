"""What the machine and the process have to offer, each in one home: what differs from system to system is here alone.

`cores` says how many threads can run, `memory` how much is free, `quota` what a process may have; `locks` say who has a
file, `interrupts` are timers and signals; `compiling` asks for deadlines and Ctrl-C while a kernel is compiled,
`recent` keeps the last few results for many threads, and `garbage` says how often Python looks for what nobody holds any more.
"""
