"""problem: num_parameters

Sleep for ever in C.
"""

import time


def num_parameters(model):
    time.sleep(1e8)
