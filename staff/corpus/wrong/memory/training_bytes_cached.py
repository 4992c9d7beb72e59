"""problem: training_bytes
hint: make a new dict each time

Keeps the dict of each call, which the caller may change.
"""

import functools

training_bytes = functools.cache(training_bytes)
