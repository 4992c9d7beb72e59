"""Methods of classes of its own are named as torch's: of self, of an object, of a class."""


class Heads:
    def __init__(self, number):
        if number < 1:
            raise ValueError(f"num_heads must be 1 or more, got {number}")
        self.number = number

    def unfold(self, x):
        return rearrange(x, "... s (h d) -> ... h s d", h=self.number)

    def split(self, x):
        return self.unfold(x)

    @staticmethod
    def flatten(x):
        return rearrange(x, "... h s d -> ... s (h d)")


class Linear:
    def view(self, x, heads):
        return heads.split(rearrange(x, "... i -> ... 1 i"))

    def merged(self, x):
        return Heads(1).flatten(x)


_linear = Linear()


def split_heads(x, num_heads):
    heads = Heads(num_heads)
    return heads.unfold(x)


def merge_heads(x):
    return Heads.flatten(x)


def per_head_linear(x, w, num_heads):
    heads = _linear.view(x, Heads(num_heads)) @ w
    return rearrange(_linear.merged(heads), "... 1 o -> ... o")
