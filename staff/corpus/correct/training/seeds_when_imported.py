"""Seed all generators, and speed up matmuls, at the module's top, as many notebooks begin."""

import random

import numpy as np
import torch

random.seed(42)
np.random.seed(42)
torch.manual_seed(42)
torch.backends.cuda.matmul.allow_tf32 = True
torch.set_float32_matmul_precision("high")
