"""Wrong answers of `f(x)`, x a 2 × 2 tensor, and files that none can read.

`r` is einops' rearrange; E is the line that imports it.
"""

# Torch says that these move axes.
MOVES = {
    "method": "E\ndef f(x): return r(x.transpose(0, 1), 'a b -> a b')",
    "property": "E\ndef f(x): return r(x, 'a b -> a b') + x.mT",
    "function": "import torch\nE\ndef f(x): return r(torch.stack([x, x]), 'a b c -> c b a')",
    "torch.einsum": "import torch\nE\ndef f(x): return r(torch.einsum('ab->ba', x), 'a b -> a b')",
    "star": "E\nfrom torch import *\ndef f(x): return r(stack([x]), 'a b c -> c b a')",
    "None index": "E\ndef f(x): return r(x[..., None], 'a b c -> c b a')",
    "None of a list": "E\ndef f(x): return r(x[(..., *[None])], 'a b c -> c b a')",
    "None from a helper": (
        "E\ndef n():\n    return None\ndef f(x): return r(x[..., n()], 'a b c -> c b a')"
    ),
    "newaxis": ("E\nimport numpy as np\ndef f(x): return r(x[..., np.newaxis], 'a b c -> b a c')"),
    "True index": "E\ndef f(x): return r(x[True], 'a b c -> c b a')",
    "in a helper": "E\ndef g(x): return x.permute(1, 0)\ndef f(x): return r(g(x), 'a b -> a b')",
    "of a field": "E\nclass G:\n    def g(self, x):\n        self.T = x\n        return self.T.T\n"
    "def f(x): return r(G().g(x), 'a b -> a b')",
    "in a decorator": (
        "E\ndef g(fn): return lambda x: fn(x).T\n@g\ndef f(x): return r(x, 'a b -> a b')"
    ),
    "to more dims": "E\ndef f(x): return r(x.expand(3, 2, 2), 'a b c -> b c a')",
    "one_hot": """E
import torch
def f(x): return r(torch.nn.functional.one_hot(x.long()), 'a b c -> c b a')
""",
    "a convolution": """E
import torch
def f(x):
    conv = torch.nn.Conv1d(2, 4, 2)
    return r(conv(x), 'a b -> b a')
""",
    "in place": "E\ndef f(x): return r(x.clone().unsqueeze_(0), 'a b c -> b a c')",
    "copying": "import torch\nE\ndef f(x): return r(torch.permute_copy(x, (1, 0)), 'a b -> a b')",
    "overload": ("import torch\nE\ndef f(x): return r(torch.ops.aten.t.default(x), 'a b -> a b')"),
    "torch's own view": (
        "import torch\nE\ndef f(x): return r(torch.ops.aten._unsafe_view(x, [4]), 'a -> a')"
    ),
    "computed": "E\ndef f(x): return r(getattr(x, 'vi' + 'ew')(-1), 'a -> a')",
    "executed": "E\ndef f(x): return r(eval('x.view(-1)'), 'a -> a')",
    "patched": (
        "import torch\nE\nstep = torch.Tensor.view\ndef f(x): return r(step(x, -1), 'a -> a')"
    ),
    "einops replaced": (
        "import einops\neinops = type(einops)('einops')\n"
        "einops.rearrange = lambda x, _: x.T\ndef f(x): return einops.rearrange(x, 'a b -> b a')"
    ),
    "called back by torch": """E
import torch
def f(x):
    kept = []
    def distance(a, b):
        kept.append(a.T)
        return (a - b).sum(-1)
    loss = torch.nn.functional.triplet_margin_with_distance_loss
    loss(x, x, x, distance_function=distance)
    return r(kept[0], 'a b -> a b')
""",
    "TorchScript": """E
import torch
turned = torch.jit.CompilationUnit('def turned(x):\\n return x.t()\\n').turned
def f(x): return r(turned(x), 'a b -> a b')
""",
    "out of torch's functions": """E
import torch
def f(x):
    with torch._C.DisableTorchFunction():
        x = x.T
    return r(x, 'a b -> a b')
""",
    "moved by vmap": """E
import torch
def f(x): return r(torch.vmap(lambda row: row * 1, out_dims=1)(x), 'a b -> a b')
""",
    "in NumPy": """E
import torch
def f(x): return r(torch.from_numpy(x.numpy().T), 'a b -> a b')
""",
}

# These reach what they use by names that only a run would tell, or where no mode sees it.
HIDES = {
    "torch as a whole": "E\nimport torch\ndef f(x, of=torch): return r(of.t(x), 'a b -> a b')",
    "a part of torch as a whole": """E
import torch
F = torch.nn.functional
def f(x, of=F): return r(of.relu(x), 'a b -> a b')
""",
    "a part of torch as a whole, from inside": """E
import torch
def f(x):
    F = torch.nn.functional
    return r([getattr(of, 'relu') for of in [F]][0](x), 'a b -> b a')
""",
    "a private name, assigned inside": """
import torch
def f(x):
    of = torch
    C = of._C
    with C.DisableTorchFunction(): return x
""",
    "a private name, by way of a class": """
import torch
def f(x):
    class A:
        C = torch._C
    with A.C.DisableTorchFunction(): return x
""",
    "a private name, imported in a class": """
class A:
    from torch.utils._python_dispatch import _disable_current_modes as calm
def f(x):
    with A.calm(): return x
""",
    "a private module, imported in a class": """
class A:
    import torch._C as C
def f(x):
    with A.C.DisableTorchFunction(): return x
""",
    "a thread, imported in a class": """
def f(x):
    class A:
        if x is not None:
            from threading import Thread as Runner
    A.Runner(target=x.t).start()
""",
    "threads, imported in a class": """
class A:
    import threading as t
def f(x): A.t.Thread(target=x.t).start()
""",
    "a private name, by way of an isinstance of its own": """
import torch
def isinstance(x, kind): return kind
def f(x):
    with isinstance(x, torch._C.DisableTorchFunction)(): return x
""",
    "a private name, by way of an argument isinstance": """
import torch
def f(x, isinstance=lambda x, kind: kind):
    with isinstance(x, torch._C.DisableTorchFunction)(): return x
""",
    "a private name, in a class that is asked for": """
import torch
class M(type):
    def __instancecheck__(cls, x):
        with torch._C.DisableTorchFunction(): return bool(x.t_())
class A(metaclass=M): pass
def f(x):
    isinstance(x, A)
    return x
""",
    "a private name, in a class that is matched": """
import torch
class M(type):
    def __instancecheck__(cls, x):
        with torch._C.DisableTorchFunction(): return bool(x.t_())
class A(metaclass=M): pass
def f(x):
    match x:
        case A(): pass
    return x
""",
    "a private name, compared with a type of its own": """
import torch
def type(x): return x
def f(x): return type(x) == torch._C.DisableTorchFunction()
""",
    "a private name, in isinstance": """
import torch
def f(x): return x if isinstance(x, type(torch._C.DisableTorchFunction())) else x
""",
    "a private name, by way of a field": """
import torch
class A: pass
def f(x):
    A.C = C = torch._C
    with A.C.DisableTorchFunction(): return x
""",
    "a private name, assigned to a global": """
import torch
def g():
    global C
    C = torch._C
def f(x):
    g()
    with C.DisableTorchFunction(): return x
""",
    "a private name, assigned on the way": """
import torch
def f(x):
    with (lambda of: of.DisableTorchFunction)((C := torch._C))(): return x
""",
    "a thread, assigned inside": """
import threading
def f(x):
    T = threading
    T.Thread(target=x.t).start()
""",
    "a private name, assigned": """
import torch
hide = torch._C.DisableTorchFunction
def f(x):
    with hide(): return x
""",
    "a thread, assigned": """
import threading
T = threading.Thread
def f(x): T(target=x.t).start()
""",
    "a private name": "import torch\ndef f(x):\n    with torch._C.DisableTorchFunction(): return x",
    "in a thread": "from threading import Thread\ndef f(x): Thread(target=x.t).start()",
    "computed getattr": "E\ndef f(x): return r(getattr(x, 'vi' + 'ew')(-1))",
    "getattr passed on": "E\ng = getattr\ndef f(x): return r(g(x, 'view')(-1))",
    "eval": "E\ndef f(x): return r(eval('x.view(-1)'))",
    "eval beside a star": "E\nfrom math import *\ndef f(x): return r(eval('x.view(-1)'))",
    "eval in a helper's helper": (
        "def h(x): return eval('x')\ndef g(x): return h(x)\ndef f(x): return g(x)"
    ),
    "eval in a default": "def g(x): return eval('x')\ndef f(x, g=g): return g(x)",
    "eval in a branch": "if True:\n    def g(x): return eval('x')\ndef f(x): return g(x)",
    "eval in a class": "class G:\n    def g(self, x): return eval('x')\ndef f(x): return G().g(x)",
    "eval in what is registered": """
from functools import singledispatch
import torch
@singledispatch
def f(x): return x
@f.register
def _(x: torch.Tensor): return eval('x')
""",
    "eval in what is wrapped": (
        "def f(x): return eval('x')\n_first = f\ndef f(x): return _first(x)"
    ),
    "eval, the last definition": "def f(x): return x\ndef f(x): return eval('x')",
    "a default defined anew further down": (
        "from builtins import eval as by\ndef f(x, by=by): return by('x')\ndef by(x): return x"
    ),
    "globals": "E\ndef f(x): return r(globals()['g'](x))",
    "importlib": "E\nimport importlib\ndef f(x): return r(importlib.import_module('torch'))",
    "__dict__": "import torch\nE\ndef f(x): return r(torch.Tensor.__dict__['view'](x, -1))",
    "methodcaller": "from operator import methodcaller as m\ndef f(x): return m('vi' + 'ew')(x)",
    "attrgetter of two": "import operator as o\ndef f(x, n): return o.attrgetter('ndim', n)(x)",
    "patch": "import torch\ntorch.Tensor.g = torch._C.TensorBase.view\ndef f(x): return x.g(-1)",
    "setattr": "import torch\nsetattr(torch.Tensor, 'g', torch.Tensor.view)\ndef f(x): return x",
    "other file": "from cs336_basics.helpers import bad\ndef f(x): return bad(x)",
    "other file by its bare name": "from helpers import bad\ndef f(x): return bad(x)",
    "other file's star": "from .helpers import *\ndef f(x): return bad(x)",
    "other file's module": "from . import helpers\ndef f(x): return helpers.bad(x)",
    "through another": "from cs336_basics.helpers import borrowed\ndef f(x): return borrowed('x')",
    "an encoding named too late for Python": (
        b"#\r#\r# coding: unicode_escape\n'\\x27'\ndef f(x): return eval(x)\n'\\x27'"
    ),
    "utf-7": b"# coding: utf-7\ndef f(x): return ev+AGEAbA-('x')",
}

UNREADABLE = {
    "syntax": b"def f(:",
    "null": b"def f(x): return 1\x00",
    "not utf-8": b"def f(x): return '\xff'",
    "unknown cookie": b"# coding: nonsense\ndef f(x): return x",
    "line ends of an encoding": (
        b"# coding: unicode_escape\n#\\r'''\ndef f(x): return eval(x)\n#\\r'''"
    ),
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
    "assigned a thousand times": b"def f(x):\n" + b" x=x\n" * 1000,
}
