"""problem: tensor_bytes

A file that is no Python: a null byte, half a string, and nothing closed.
"""

def run_tensor_bytes(x: (((
    "\x00" ''' return
