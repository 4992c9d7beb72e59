"""The stand-in for torch's compiler: the real one is loaded whole, when it is first used."""

import pytest
from support.suite_runs import run_module

from cs336_staff.paths import ROOT

BEGIN = f"import sys\nsys.path.append({str(ROOT)!r})\n"
BEGIN += """
import torch
from torch.utils.checkpoint import checkpoint
from tests.harness.runtime.compiler import defer_compiler

defer_compiler()
weight = torch.ones(3, requires_grad=True)
for kind in (torch.optim.SGD, torch.optim.AdamW):
    optimizer = kind([weight], lr=0.25)
    weight.grad = torch.ones(3)
    optimizer.step()
    optimizer.load_state_dict(optimizer.state_dict())
for reentrant in (True, False):
    checkpoint(torch.sin, weight, use_reentrant=reentrant).sum().backward()
weight.sin().backward(torch.ones(3))
try:
    weight.sin().backward(torch.ones(2))
except RuntimeError as error:
    assert "Mismatch in shape" in str(error)
else:
    raise AssertionError("a gradient of another shape was taken")
torch.func.grad(torch.sum)(weight)
assert "sympy" not in sys.modules
loaded = {name for name in sys.modules if name.startswith("torch._dynamo.")}
assert loaded <= {"torch._dynamo.config"}, loaded  # read by checkpointing in newer torch
"""
USES = {
    "compile": """
assert torch.compile(lambda x: 2 * x + 1, backend="eager")(torch.ones(1)).item() == 3
""",
    "compile a step": """
optimizer = torch.optim.SGD([weight], lr=0.25)
before, weight.grad = weight.detach().clone(), torch.ones(3)
torch.compile(optimizer.step, backend="eager")()
assert torch.equal(weight, before - 0.25)
""",
    "import the package": """
import torch._dynamo
torch._dynamo.reset()
""",
    "import a module": """
import torch._dynamo.utils
assert torch._dynamo.eval_frame.utils is torch._dynamo.utils  # it ran once
assert torch._dynamo.utils.__spec__.loader is torch._dynamo.utils.__loader__
""",
    "import from a module": """
from torch._dynamo.backends.registry import lookup_backend
import torch._dynamo.backends.registry as registry
assert registry.lookup_backend is lookup_backend
assert torch._dynamo.backends.registry is registry
""",
    "ask of autograd": """
from torch._dynamo import compiled_autograd
assert compiled_autograd._enable is torch._dynamo.compiled_autograd._enable
""",
    "import shapes": """
import torch.fx.experimental.symbolic_shapes as shapes
from torch.fx.experimental.symbolic_shapes import ShapeEnv
assert shapes.ShapeEnv is ShapeEnv is torch.fx.experimental.symbolic_shapes.ShapeEnv
weight.sin().backward(torch.ones(3))
import torch._dynamo
torch._dynamo.reset()
""",
    "import names": """
from torch._dynamo import config, eval_frame
assert config is sys.modules["torch._dynamo.config"]
assert eval_frame is sys.modules["torch._dynamo.eval_frame"]
""",
}
END = """
assert torch._dynamo is sys.modules["torch._dynamo"] and torch._dynamo.eval_frame
shapes = sys.modules["torch.fx.experimental.symbolic_shapes"]
assert torch.fx.experimental.symbolic_shapes is shapes and shapes.ShapeEnv and shapes.__spec__
for name in ("utils", "config", "eval_frame", "backends", "backends.registry", "variables.builder"):
    parent, _, child = f"torch._dynamo.{name}".rpartition(".")
    assert getattr(sys.modules[parent], child) is sys.modules[f"{parent}.{child}"], name
"""


@pytest.mark.parametrize("use", USES)
def test_the_compiler_is_whole_once_it_is_used(use, tmp_path):
    (tmp_path / "uses_the_compiler.py").write_text(BEGIN + USES[use] + END)
    done = run_module("uses_the_compiler", folder=tmp_path)
    assert done.returncode == 0, done.stderr
