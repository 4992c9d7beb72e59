"""problem: train
hint: the run went on as if there were none

An empty checkpoint is none.

replace: if checkpoint is not None and os.path.exists(checkpoint):
with: if checkpoint is not None and os.path.exists(checkpoint) and os.path.getsize(checkpoint):
"""
