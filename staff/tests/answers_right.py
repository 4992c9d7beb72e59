"""Right answers for the source rules of test_source_rules.py."""

RIGHT = {
    "functions": "from einops import rearrange\ndef f(x): return rearrange(x, 'a b -> b a')",
    "module": "import einops\ndef f(x): return einops.einsum(x, x, 'a b, a c -> b c')",
    "alias": "import einops as e\ndef f(x): return e.repeat(x, 'a -> a 2')",
    "renamed": "from einops import einsum as contract\ndef f(x): return contract(x, 'a b -> b a')",
    "inside": "def f(x):\n    from einops import einsum\n    return einsum(x, 'a b -> b a')",
    "star": "from einops import *\ndef f(x): return einsum(x, 'a b -> b a')",
    "two stars": (
        "from torch import *\nfrom einops import *\ndef f(x): return rearrange(x, 'a -> a')"
    ),
    "pack": "from einops import pack, unpack\ndef f(x):\n    y, s = pack([x], '* d')\n    return y",
    "layer": """
from einops.layers.torch import Rearrange
_split = Rearrange('a (b c) -> b a c', c=2)
def f(x): return _split(x)
""",
    "helper": """
import einops
def transpose(x): return einops.rearrange(x, 'a b -> b a')
def f(x): return transpose(x)
""",
    "class": """
from einops import rearrange
class Heads:
    def __call__(self, x): return rearrange(x, 'a b -> b a')
f = Heads()
""",
    "lambda": "from einops import rearrange\nf = lambda x: rearrange(x, 'a b -> b a')",
    "partial": """
from functools import partial
from einops import rearrange
f = partial(rearrange, pattern='a b -> b a')
""",
    "last definition": """
from einops import rearrange
def f(x): return x.permute(1, 0)
def f(x): return rearrange(x, 'a b -> b a')
""",
    "defined before it is a default": """
from einops import rearrange
def move(x): return x.T
def move(x): return rearrange(x, 'a b -> b a')
def f(x, by=move): return by(x)
""",
    "another problem": """
from einops import rearrange
def g(x): return x.view(-1)
def f(x): return rearrange(x, 'a b -> b a')
""",
    "free operators": """
from einops import rearrange
def f(x):
    stack, T = x[..., 1:, :], x.shape[-1]
    view = [stack for stack in (x, x)]
    x[x > 0] = 0
    x = x[None:3, ::2] @ x + stack.sum(-1, keepdim=True)
    x = x.squeeze(0).expand(3, -1).clamp(min=1).masked_fill(x == 0, 1).chunk(2, dim=-1)[0]
    return rearrange(x, 'a b -> b a') * T * len(view)
""",
    "dtype views": """
import torch
from einops import reduce
def f(x): return reduce(x.view(torch.uint8), 'a b -> a', 'sum') + x.view(dtype=torch.int8)
""",
    "annotations": """
from einops import reduce
def f(x: "dict[str, None]") -> dict[str, None]:
    table: dict[str, None] = {}
    return reduce(x, 'a b -> a', 'sum')
""",
    "fields": """
from collections import namedtuple
from dataclasses import dataclass
from einops import rearrange
Size = namedtuple("Size", "H W")
@dataclass
class Sizes:
    T: int
    t: int
def f(x):
    size, sizes = Size(*x.shape), Sizes(*x.shape)
    return rearrange(x, 'a b -> b a') * size.H * sizes.T * sizes.t
""",
    "fields beside stars": """
from torch import *
from einops import *
class Sizes:
    T: int
    @staticmethod
    def turn(x): return rearrange(x, 'a b -> b a')
def f(x): return Sizes.turn(x)
""",
    "registered": """
from functools import singledispatch
import torch
from einops import rearrange
@singledispatch
def f(x): raise TypeError
@f.register
def _(x: torch.Tensor): return rearrange(x, 'a b -> b a')
@f.register(list)
def _(x): return f(x[0])
""",
    "fields of self": """
from dataclasses import dataclass
from einops import rearrange
@dataclass
class Grid:
    T: int
    def __post_init__(self): self.H = self.T + self.H
    def turn(self, x): return rearrange(x, 'a b -> b a') * self.T * self.H
def f(x): return Grid(1).turn(x)
""",
    "keys": """
from einops import rearrange
ways = {None: 'a b -> b a', True: 'a b -> a b'}
def f(x): return rearrange(x, ways[None]) @ rearrange(x, {True: 'a b -> a b'}[True])
""",
    "wrapped": """
from einops import rearrange
def f(x): return rearrange(x, 'a b -> b a')
_first = f
def f(x): return _first(x)
""",
    "mask of bools": """
from einops import rearrange
def f(x): return rearrange(x[[True, False]], 'a b -> b a')
""",
    "docstring": (
        "import einops\n"
        "def f(x):\n"
        "    '''x.view(-1).T[None]'''\n"
        "    return einops.rearrange(x, 'a -> a')"
    ),
    "demonstration": """
from einops import rearrange
def f(x): return rearrange(x, 'a b -> b a')
x = f(0) if False else None
if __name__ == "__main__":
    def f(x): return x.view(-1)
""",
    "fallback import": """
try:
    from einops import einsum
except ImportError:
    raise SystemExit
def f(x): return einsum(x, 'a b -> b a')
""",
    "closure": """
from einops import rearrange
def f(x):
    def inner(y, *, t=1): return rearrange(y, 'a b -> b a')
    return inner(x)
""",
    "walrus": """
from einops import rearrange
def f(x):
    if any((t := s) for s in x.shape): x = x + t
    return rearrange(x, 'a b -> b a')
""",
    "cookie": (
        "# -*- coding: latin-1 -*-\n"
        "from einops import rearrange\n"
        "def f(x): return rearrange(x, '\u00e4 b -> b \u00e4')"
    ),
    "other file": "from .helpers import good as f",
    "compiled": """
import re, torch
from einops import rearrange
@torch.compile
def f(x): return rearrange(x, re.compile('a').pattern)
""",
}
