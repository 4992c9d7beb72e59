"""The rule of handout §9: the update is the submission's, not torch's."""

from collections.abc import Sequence

from tests.harness.plugin.failure import fail
from tests.harness.runtime.torch_calls import TorchCall
from tests.harness.runtime.trace import Op

_HINT = "write the update yourself, with tensor operations"


def assert_optimizer_is_own(calls: Sequence[str], ops: Sequence[Op]) -> None:
    """Assert that no code of torch's optimizers, nor of the harness, took the recorded steps.

    Calls of the base class torch.optim.Optimizer count as its caller's. Of the harness only
    `expected` has updates; `runtime` runs inside a call that imports a module.

    Args:
        calls: the functions of torch's that ran, as TorchCall's texts.
        ops: the operators that ran.
    """
    for call in map(TorchCall.of, calls):
        if call.module.startswith(("torch.optim.", "tests.harness.expected.")):
            fail(f"{call.module} took the step", _HINT)
    for op in ops:
        if "_fused_" in op.name:
            fail(f"{op.name} does the whole step", _HINT)
