"""problem: tensor_bytes

Take all memory there is when adapters.py is imported, and never let go.
"""

_held = []
while True:
    try:
        _held.append(b"x" * 2**26)
    except MemoryError:
        pass
