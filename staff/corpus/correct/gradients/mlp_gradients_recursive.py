"""Each layer runs the rest of the MLP."""


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    flags = [bool(t) for t in ([1] * len(weights) if trainable is None else trainable)]
    if len(flags) != len(weights):
        raise ValueError(f"{len(weights)} layers, but trainable is {trainable}")
    output, input_grad, grads = _layers(x, [*weights], grad_output, flags, input_requires_grad)
    return {"output": output, "input_grad": input_grad, "weight_grads": grads}


def _layers(x, weights, grad_output, flags, wanted):
    w, *rest = weights
    y = x.matmul(w)
    if rest:
        below = wanted or flags[0]
        output, grad, grads = _layers(torch.relu(y), rest, grad_output, flags[1:], below)
        if below:
            grad = torch.where(y > 0, grad, torch.zeros_like(grad))
    else:
        output, grad, grads = y, grad_output, []
    own = x.mT.matmul(grad) if flags[0] else None
    return output, grad.matmul(w.mT) if wanted else None, [own, *grads]
