"""Wrong answers of `f(x)`, x a 2 × 2 tensor, for the rule that only einops moves axes.

`r` is einops' rearrange; E is the line that imports it.
"""

# Torch's record shows that these move axes.
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
