"""problem: save_checkpoint
hint: buffers

Loads parameters, and keeps the model's own buffers.
"""

_load = load_checkpoint


def load_checkpoint(src, model, optimizer):
    buffers = {name: value.clone() for name, value in model.named_buffers()}
    iteration = _load(src, model, optimizer)
    for name, buffer in model.named_buffers():
        buffer.copy_(buffers[name])
    return iteration
