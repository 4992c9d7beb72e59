"""problem: save_checkpoint
hint: pickle_protocol

Saves in the newest form of pickle, which weights_only does not read.

replace: torch.save(checkpoint, file)
with: torch.save(checkpoint, file, pickle_protocol=5)
"""
