"""Wrong answers for the source rules of test_source_rules.py, and files that none can read."""

WRONG = {
    "a default defined anew further down": """E
from torch import transpose
def f(x, by=transpose): return r(by(x, 0, 1), 'a b -> a b')
def transpose(x): return x
""",
    "a base of its own name": """E
from torch.nn import Unfold
class Unfold(Unfold): pass
def f(x): return r(Unfold(2)(x), 'a b c -> a b c')
""",
    "torch as a whole": "E\nimport torch\ndef f(x, of=torch): return r(of.t(x), 'a b -> a b')",
    "torch's own view": """E
import torch
def f(x): return r(torch.ops.aten._unsafe_view(x, [4]), 'a -> a')
""",
    "assigned strides": """E
def f(x):
    array = x.numpy()
    array.strides = array.strides[::-1]
    return r(array, 'a b -> a b')
""",
    "registered": """
from functools import singledispatch
import torch
from einops import rearrange
@singledispatch
def f(x): return rearrange(x, 'a b -> b a')
@f.register
def _(x: torch.Tensor): return x.T
""",
    "wrapped": """
from einops import rearrange
def f(x): return x.reshape(2, 3)
_first = f
def f(x): return rearrange(_first(x), 'a b -> b a')
""",
    "field of another": """
from collections import namedtuple
from einops import rearrange
Size = namedtuple("Size", "H T")
def f(x):
    size = Size(1, 2)
    return rearrange(x.T, 'a b -> a b') * size.H
""",
    "tuple of a list": """
from einops import rearrange
def f(x):
    index = [slice(None)] * 2 + [None]
    return rearrange(x[tuple(index)], 'a b c -> c b a')
""",
    "starred list": """
from einops import rearrange
def f(x): return rearrange(x[(..., *[None])], 'a b c -> c b a')
""",
    "method": "import einops\ndef f(x): return einops.rearrange(x.transpose(0, 1), 'a b -> a b')",
    "no einops": "def f(x): return x @ x",
    "einops unused": "from einops import rearrange\ndef f(x): return x @ x",
    "only named": "from einops import EinopsError\ndef f(x):\n    raise EinopsError",
    "property": "E\ndef f(x): return r(x) + x.mT",
    "function": "import torch\nE\ndef f(x): return r(torch.stack([x, x]))",
    "torch.einsum": "import torch\nE\ndef f(x): return r(torch.einsum('ab->ba', x))",
    "imported": "E\nfrom torch import einsum as e\ndef f(x): return r(e('ab->ba', x))",
    "shadowed": (
        "from einops import einsum\nfrom torch import einsum\nE\ndef f(x): return r(einsum(x))"
    ),
    "star": "E\nfrom torch import *\ndef f(x): return r(stack([x]))",
    "None index": "E\ndef f(x): return r(x[..., None])",
    "None assigned": "E\nN = None\ndef f(x): return r(x[:, N])",
    "None in a tuple": "E\ndef f(x):\n    i = (..., None)\n    return r(x[i])",
    "None added": "E\ndef f(x): return r(x[(slice(None),) + (None,)])",
    "None from a helper": "E\ndef n():\n    return None\ndef f(x): return r(x[..., n()])",
    "newaxis": "E\nimport numpy as np\ndef f(x): return r(x[..., np.newaxis])",
    "newaxis imported": "E\nfrom numpy import newaxis as n\ndef f(x): return r(x[..., n])",
    "True index": "E\ndef f(x): return r(x[True])",
    "in a helper": "E\ndef g(x): return x.permute(1, 0)\ndef f(x): return r(g(x))",
    "in a helper's helper": (
        "E\ndef h(x): return x.T\ndef g(x): return h(x)\ndef f(x): return r(g(x))"
    ),
    "in a lambda": "E\ng = lambda x: x.T\ndef f(x): return r(g(x))",
    "in a class": "E\nclass G:\n    def g(self, x): return x.T\ndef f(x): return r(G().g(x))",
    "of a field": "E\nclass G:\n    def g(self, x):\n        self.T = x\n        return self.T.T\n"
    "def f(x): return r(G().g(x))",
    "in a default": "E\ndef g(x): return x.T\ndef f(x, g=g): return r(g(x))",
    "in a decorator": "E\ndef g(fn): return lambda x: fn(x).T\n@g\ndef f(x): return r(x)",
    "in a branch": "E\nif True:\n    def g(x): return x.T\ndef f(x): return r(g(x))",
    "in place": "E\ndef f(x): return r(x.unsqueeze_(0))",
    "copying": "import torch\nE\ndef f(x): return r(torch.permute_copy(x, (1, 0)))",
    "overload": "import torch\nE\ndef f(x): return r(torch.ops.aten.permute.default(x, [1, 0]))",
    "unbound": "import torch\nE\ndef f(x): return r(torch.Tensor.view(x, -1))",
    "alias": "import torch\nE\nv = torch.Tensor.view\ndef f(x): return r(v(x, -1))",
    "tuple alias": "import torch\nE\nv, w = torch.Tensor.view, 3\ndef f(x): return r(v(x, w))",
    "getattr": "E\ndef f(x): return r(getattr(x, 'view')(-1))",
    "computed getattr": "E\ndef f(x): return r(getattr(x, 'vi' + 'ew')(-1))",
    "getattr passed on": "E\ng = getattr\ndef f(x): return r(g(x, 'view')(-1))",
    "eval": "E\ndef f(x): return r(eval('x.view(-1)'))",
    "eval beside a star": "E\nfrom math import *\ndef f(x): return r(eval('x.view(-1)'))",
    "globals": "E\ndef f(x): return r(globals()['g'](x))",
    "importlib": "E\nimport importlib\ndef f(x): return r(importlib.import_module('torch'))",
    "__dict__": "import torch\nE\ndef f(x): return r(torch.Tensor.__dict__['view'](x, -1))",
    "methodcaller": (
        "E\nfrom operator import methodcaller as m\ndef f(x): return r(m('view', -1)(x))"
    ),
    "patch": "import torch\nE\ntorch.Tensor.g = torch.Tensor.view\ndef f(x): return r(x.g(-1))",
    "setattr": (
        "import torch\nE\nsetattr(torch.Tensor, 'g', torch.Tensor.view)\ndef f(x): return r(x)"
    ),
    "through einops": (
        "from einops.layers.torch import torch as t\nE\ndef f(x): return r(t.einsum('a', x))"
    ),
    "comprehension hides nothing": (
        "from torch import stack\n"
        "E\n"
        "def f(x):\n"
        "    [stack for stack in ()]\n"
        "    return r(stack([x]))"
    ),
    "other file": "E\nfrom cs336_basics.helpers import bad\ndef f(x): return r(bad(x))",
    "other file's star": "E\nfrom .helpers import *\ndef f(x): return r(bad(x))",
    "other file's module": "E\nfrom . import helpers\ndef f(x): return r(helpers.bad(x))",
    "through another": (
        "E\nfrom cs336_basics.helpers import borrowed\ndef f(x): return r(borrowed('a', x))"
    ),
    "last definition": "E\ndef f(x): return r(x)\ndef f(x): return r(x.T)",
    "utf-7": b"# coding: utf-7\nfrom einops import rearrange as r\ndef f(x): return r(x.+AFQ-)",
}

UNREADABLE = {
    "syntax": b"def f(:",
    "null": b"def f(x): return 1\x00",
    "not utf-8": b"def f(x): return '\xff'",
    "unknown cookie": b"# coding: nonsense\ndef f(x): return x",
    "cookie of no text": b"# coding: rot13\ndef f(x): return x",
    "parentheses": b"f = " + b"(" * 5000 + b"1" + b")" * 5000,
    "sum": b"f = " + b"1+" * 100_000 + b"1",
    "calls": b"f = g" + b"()" * 100_000,
    "minus": b"f = " + b"-" * 100_000 + b"1",
    "lambdas": b"f = " + b"lambda:" * 20_000 + b"1",
    "elif": b"if a: pass\n" + b"elif a: pass\n" * 20_000 + b"def f(x): return x",
    "deep enough to parse": b"f = " + b"1+" * 2000 + b"1",
    "huge": b"#" * 600_000,
    "twice as much from name to name": b"".join(
        b"if a: from cs336_basics.m import %c%d as %c%d\n" % (one, n, name, n + 1)
        for n in range(40)
        for name in b"xy"
        for one in b"xy"
    )
    + b"def f(x): return x40(x)",
    "a long tuple, an index a thousand times": b"def f(x):\n q="
    + b"1," * 9000
    + b"\n"
    + b" x[q]\n" * 1000,
    "a long function, in an index a thousand times": b"def f(x):\n"
    + b" x[g()]\n" * 1000
    + b"def g():\n"
    + b" return 1\n" * 9000,
    "assigned a thousand times": b"def f(x):\n" + b" x=x\n" * 1000,
}
