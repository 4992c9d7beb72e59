"""A class that takes any keywords and sets them on itself; another that updates its __dict__."""


class Options:
    def __init__(self, **options):
        for name, value in options.items():
            setattr(self, name, value)


class Bunch:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __repr__(self):
        return f"Bunch({', '.join(f'{k}={v}' for k, v in vars(self).items())})"


def gather(storage, shape, strides, storage_offset):
    given = Options(shape=tuple(map(int, shape)), strides=tuple(map(int, strides)), start=int(storage_offset))
    found = Bunch(at=torch.tensor([given.start]), n=len(storage))
    for size, stride in zip(given.shape, given.strides):
        found.at = (found.at[:, None] + torch.arange(size) * stride).flatten()
    if found.at.numel() and (found.at.min() < 0 or found.at.max() >= found.n):
        raise IndexError(repr(found))
    return storage[found.at].view(given.shape)
