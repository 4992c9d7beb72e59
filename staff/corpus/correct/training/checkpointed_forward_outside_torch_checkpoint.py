"""An autograd.Function of its own that keeps the generator's state and each input."""


def checkpointed_forward(layers, x):
    for layer in layers:
        x = _again(layer, x)
    return x


class _again_function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, layer, x, *params):
        ctx.layer, ctx.state = layer, torch.get_rng_state()
        ctx.save_for_backward(x)
        return layer(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        with torch.random.fork_rng(devices=[]), torch.enable_grad():
            torch.set_rng_state(ctx.state)
            again = x.detach().requires_grad_()
            params = [p for p in ctx.layer.parameters() if p.requires_grad]
            out = ctx.layer(again)
            grads = torch.autograd.grad(out, [again, *params], grad, allow_unused=True)
        it = iter(grads[1:])
        return (
            None,
            grads[0],
            *(next(it) if p.requires_grad else None for p in ctx.layer.parameters()),
        )


def _again(layer, x):
    return _again_function.apply(layer, x, *layer.parameters())
