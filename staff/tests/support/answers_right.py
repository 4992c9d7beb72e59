"""Right answers of `f(x)`, x a 2 × 2 tensor, for the rule that only einops moves axes."""

RIGHT = {
    "functions": "from einops import rearrange\ndef f(x): return rearrange(x, 'a b -> b a')",
    "module": "import einops\ndef f(x): return einops.einsum(x, x, 'a b, a c -> b c')",
    "alias": "import einops as e\ndef f(x): return e.repeat(x, 'a b -> a b 2')",
    "inside": "def f(x):\n    from einops import einsum\n    return einsum(x, 'a b -> b a')",
    "star": "from einops import *\ndef f(x): return einsum(x, 'a b -> b a')",
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
    "partial": """
from functools import partial
from einops import rearrange
f = partial(rearrange, pattern='a b -> b a')
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
}
