"""problem: save_checkpoint

Buffers of a gigabyte each that are one element, expanded: whoever copies them needs all of it.
"""

_right_save = save_checkpoint


def save_checkpoint(model, optimizer, iteration, out):
    _right_save(model, optimizer, iteration, out)
    wide = torch.zeros(1).expand(2**28)
    for number in range(6):
        model._buffers[f"wide{number}"] = wide
