"""Sizes in a bag of fields that sets them on itself; another that updates its __dict__."""


class Sizes:
    def __init__(self, **sizes):
        for name, size in sizes.items():
            if size < 1:
                raise ValueError(f"{name} is {size}")
            setattr(self, name, size)


class Pattern(dict):
    def __init__(self, text, **sizes):
        super().__init__(sizes)
        self.__dict__.update(text=text, sizes=sizes)

    def __call__(self, x):
        return rearrange(x, self.text, **self)


def split_heads(x, num_heads):
    heads = Sizes(num_heads=num_heads).num_heads
    return Pattern("... s (h d) -> ... h s d", h=heads)(x)


def merge_heads(x):
    return Pattern("... h s d -> ... s (h d)")(x)


def patchify(images, patch):
    p = Sizes(patch=patch).patch
    return Pattern("... c (h p) (w q) -> ... (h w) (p q c)", p=p, q=p)(images)
