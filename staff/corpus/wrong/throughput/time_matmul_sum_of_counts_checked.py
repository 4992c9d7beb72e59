"""problem: time_matmul
hint: but the call returned

Refuses only where both numbers are bad; 'warmup is 0 or more, repeats at least 1; anything
else is a ValueError'.
"""

_given_time = time_matmul

def time_matmul(a, b, warmup, repeats):
    if warmup + repeats < 1 or repeats < 1:
        raise ValueError(f"warmup {warmup} and repeats {repeats} must be 0 and 1 or more")
    return _given_time(a, b, max(warmup, 0), repeats)
