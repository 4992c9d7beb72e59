"""problem: train
hint: as AdamW does

AdamW, with its own weight decay, runs where Adam was asked for.
"""

OPTIMIZERS = {**OPTIMIZERS, "adam": torch.optim.AdamW}
