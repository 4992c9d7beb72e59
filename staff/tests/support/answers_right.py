"""Right answers of `f(x)`, x a 2 × 2 tensor, for the rules on einops and on an answer's source."""

RIGHT = {
    "functions": "from einops import rearrange\ndef f(x): return rearrange(x, 'a b -> b a')",
    "module": "import einops\ndef f(x): return einops.einsum(x, x, 'a b, a c -> b c')",
    "alias": "import einops as e\ndef f(x): return e.repeat(x, 'a b -> a b 2')",
    "inside": "def f(x):\n    from einops import einsum\n    return einsum(x, 'a b -> b a')",
    "star": "from einops import *\ndef f(x): return einsum(x, 'a b -> b a')",
    "two stars": (
        "from torch import *\nfrom einops import *\ndef f(x): return rearrange(x, 'a b -> b a')"
    ),
    "pack": "from einops import pack, unpack\ndef f(x):\n    y, s = pack([x], '* d')\n    return y",
    "layer": """
from einops.layers.torch import Rearrange
_split = Rearrange('a (b c) -> b a c', c=2)
def f(x): return _split(x)
""",
    "in a class": """
from einops import rearrange
class Heads:
    T = 1
    def view(self, x): return rearrange(x, 'a b -> b a')
    def __call__(self, x): return self.view(x) * self.T
f = Heads()
""",
    "a part of a module, assigned": """
import torch
from einops import rearrange
F = torch.nn.functional
relu, of = F.relu, torch.nn
def f(x): return rearrange(relu(F.gelu(x)) + of.functional.relu(x), 'a b -> b a')
""",
    "asks for types": """
import numpy, torch
from einops import rearrange
def f(x):
    assert not isinstance(x, (numpy.ndarray, torch._C.Node)) and isinstance(x, torch.Tensor)
    assert isinstance(x, numpy.ndarray | torch._C.Node | torch.Tensor)
    assert type(x) is not torch._C.Node and type(x) != torch._C.Node
    match x:
        case torch._C.Node(): raise ValueError(f"{x}")
        case [_, torch._C.Node()]: raise ValueError("{x}".format(**locals()))
    return rearrange(x, 'a b -> b a')
""",
    "imported in a class": """
class A:
    import torch as t
    import torch.nn.functional as F
    if True:
        from einops import rearrange
def f(x): return A.rearrange(A.F.relu(A.t.relu(x)), 'a b -> b a')
""",
    "a module, assigned inside": """
def f(x):
    import einops, torch
    F, t = torch.nn.functional, torch
    A: object = torch.nn
    B = C = torch.nn
    x = A.functional.relu(B.functional.relu(C.functional.relu(x)))
    r = einops.rearrange
    F = t.nn.functional
    def g(y): return F.relu(y)
    return r(g(F.gelu(x)), 'a b -> b a')
""",
    "partial": """
from functools import partial
from einops import rearrange
f = partial(rearrange, pattern='a b -> b a')
""",
    "compared": """
from functools import reduce as fold
from operator import attrgetter
from einops import rearrange
def f(x): return fold(lambda y, name: y * attrgetter("ndim")(y), "ab", rearrange(x, 'a b -> b a'))
""",
    "two attributes got by one call": """
import operator
from einops import rearrange
f = lambda x, facts=operator.attrgetter("ndim", "grad_fn.name"): rearrange(x, "a b -> b a")
""",
    "free operators": """
from einops import rearrange
def f(x):
    stack, T = x[..., 1:, :], x.shape[-1]
    view = [stack for stack in (x, x)]
    x = x.clone()
    x[x > 9] = 0
    x = x[None:3, ::1] @ x + stack.sum(-1, keepdim=True)
    x = x.expand(2, -1).clamp(min=1).masked_fill(x == 0, 1).chunk(2, dim=-1)[0]
    return rearrange(x, 'a b -> b a') * T * len(view)
""",
    "dtype views": """
import torch
from einops import reduce
def f(x): return reduce(x.view(torch.int32) + x.view(dtype=torch.int32), 'a b -> a', 'max')
""",
    "fields": """
from collections import namedtuple
from dataclasses import dataclass
from einops import rearrange
Size = namedtuple("Size", "H T")
@dataclass
class Sizes:
    mT: int
    t: int
def f(x):
    size, sizes = Size(*x.shape), Sizes(*x.shape)
    return rearrange(x, 'a b -> b a') * size.H * size.T * sizes.mT * sizes.t
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
    "keys": """
from einops import rearrange
ways = {None: 'a b -> b a', True: 'a b -> a b'}
def f(x): return rearrange(x, ways[None]) @ rearrange(x, {True: 'a b -> a b'}[True])
""",
    "in inference mode": """
import torch
from einops import rearrange
@torch.inference_mode()
def f(x):
    with torch.no_grad(), torch.autocast("cpu", enabled=False):
        return rearrange(torch.nn.functional.normalize(x).softmax(-1).float(), 'a b -> b a')
""",
    "a function of autograd's": """
import torch
from einops import rearrange
class Turn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return rearrange(x, 'a b -> b a')
    @staticmethod
    def backward(ctx, g): return rearrange(g, 'a b -> b a')
def f(x):
    with torch.enable_grad():
        y = Turn.apply(x.detach().clone().requires_grad_())
        y.sum().backward()
    return y.detach()
""",
    "vmap": """
import torch
from einops import rearrange
def f(x): return torch.vmap(lambda row: row.softmax(0) @ row)(rearrange(x, 'a b -> b a'))
""",
    "last definition": """
from einops import rearrange
def f(x): return eval('x')
def f(x): return rearrange(x, 'a b -> b a')
""",
    "another problem": """
from einops import rearrange
def g(x): return eval('x').view(-1)
def f(x): return rearrange(x, 'a b -> b a')
""",
    "docstring": (
        "import einops\n"
        "def f(x):\n"
        "    '''eval(x).view(-1).T[None]'''\n"
        "    return einops.rearrange(x, 'a b -> b a')"
    ),
    "demonstration": """
from einops import rearrange
def f(x): return rearrange(x, 'a b -> b a')
if __name__ == "__main__":
    def f(x): return eval('x')
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
    "pattern compiled": """
import re
from einops import rearrange
def f(x): return rearrange(x, re.compile('a b -> b a').pattern)
""",
}
