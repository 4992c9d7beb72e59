"""problem: checkpointed_forward
hint: put the later one back

Sets the generator to an earlier state for the second run of a layer, and leaves it there.
"""


class _Again(torch.autograd.Function):
    @staticmethod
    def forward(ctx, layer, x, *params):
        ctx.layer, ctx.state = layer, torch.get_rng_state()
        ctx.save_for_backward(x)
        return layer(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        again = x.detach().requires_grad_()
        params = [param for param in ctx.layer.parameters() if param.requires_grad]
        torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            out = ctx.layer(again)
        return None, *torch.autograd.grad(out, [again, *params], grad, allow_unused=True)


def checkpointed_forward(layers, x):
    for layer in layers:
        x = _Again.apply(layer, x, *(p for p in layer.parameters() if p.requires_grad))
    return x
