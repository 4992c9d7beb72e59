"""problem: train
hint: is an error

Takes a checkpoint that cannot be read for none, begins anew, and writes over it.

replace: saved = torch.load(checkpoint, weights_only=True)
with: try:
with:     saved = torch.load(checkpoint, weights_only=True)
with: except Exception:
with:     saved = {"model": {}, "optimizer": optimizer.state_dict(), "iteration": 0}
"""
