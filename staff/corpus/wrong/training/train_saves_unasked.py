"""problem: train
hint: without a checkpoint, the working folder has checkpoint.pt

Saves to checkpoint.pt where no checkpoint is given.

replace: if checkpoint is not None:
with: checkpoint = checkpoint or "checkpoint.pt"
with: if checkpoint is not None:
"""
