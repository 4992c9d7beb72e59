"""problem: init_weight
hint: truncation narrows the spread

Widens the normal so that the standard deviation is 1/sqrt(d_in) after the truncation, not before it.
"""
import math

import torch
from torch import nn


def init_weight(d_in, d_out, generator):
    if d_in < 0 or d_out < 0:
        raise ValueError(f"d_in and d_out must be 0 or more, got {d_in} and {d_out}")
    std = 1 / math.sqrt(max(d_in, 1))
    weight = torch.empty(d_in, d_out, dtype=torch.float32)
    return nn.init.trunc_normal_(weight, 0.0, std / 0.9866, -3 * std, 3 * std, generator=generator)
