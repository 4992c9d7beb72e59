"""problem: accumulated_step
hint: against each other

Drops a last dim of size 1 from the outputs, and so subtracts every target from every output.
"""


class _Squeezed(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x).squeeze(-1)


_right = accumulated_step


def accumulated_step(model, micro_batches, optimizer):
    return _right(_Squeezed(model), micro_batches, optimizer)
