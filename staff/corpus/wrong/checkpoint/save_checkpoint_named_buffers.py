"""problem: save_checkpoint
hint: scratch

Saves all parameters and buffers by name, those that are not persistent too, and refuses them itself.

replace: "model": model.state_dict(),
with: "model": {
with:     **dict(model.named_parameters(remove_duplicate=False)),
with:     **dict(model.named_buffers(remove_duplicate=False)),
with: },
"""
