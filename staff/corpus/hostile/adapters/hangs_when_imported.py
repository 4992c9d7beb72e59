"""problem: tensor_bytes

Loop for ever when adapters.py is imported.
"""

_k = 1
while True:
    try:
        while True:
            _k = -_k
    except BaseException:
        pass
