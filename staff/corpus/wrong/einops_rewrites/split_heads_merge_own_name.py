"""problem: split_heads
hint: only einops moves

Merges by position; a class of its own has a method of that name, and what it makes is no such.
"""


class Heads:
    def flatten(self, x):
        return x


def merge_heads(x):
    Heads = lambda value: value
    heads = Heads(rearrange(x, "... h s d -> ... s h d"))
    return heads.flatten(-2)
