"""Through an empty view that looks at all of it."""


def storage_bytes(x):
    view = torch.empty(0, dtype=torch.uint8, device=x.device).set_(x.untyped_storage())
    return view.numel()
