"""problem: num_parameters
hint: side by side in one storage

Takes parameters in one storage for one that is shared.
"""


def num_parameters(model):
    sizes = {
        id(p) if p.is_meta else p.untyped_storage().data_ptr(): p.numel()
        for p in model.parameters()
        if p.numel() > 0
    }
    return sum(sizes.values())
