"""problem: split_heads
hint: only einops moves

Merges by position in a method that is named as what it calls.
"""


class Heads:
    def flatten(self, x):
        return rearrange(x, "... h s d -> ... s h d").flatten(-2)


_heads = Heads()


def merge_heads(x):
    return _heads.flatten(x)
