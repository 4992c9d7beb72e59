"""Finds the lowest layer that needs a gradient first."""


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    if trainable is None:
        trainable = (True,) * len(weights)
    if len(trainable) != len(weights):
        raise ValueError(f"trainable has {len(trainable)} entries for {len(weights)} layers")
    hidden, masks = [x], []
    for w in weights[:-1]:
        before = hidden[-1] @ w
        masks.append((before > 0).to(x.dtype))
        hidden.append(before.clamp(min=0))
    output = hidden[-1] @ weights[-1]
    lowest = len(weights)
    for i, flag in reversed(list(enumerate(trainable))):
        lowest = i if flag else lowest
    grads, grad = {}, grad_output
    for i in range(len(weights) - 1, (-1 if input_requires_grad else lowest - 1), -1):
        if trainable[i]:
            grads[i] = torch.einsum("bi, bo -> io", hidden[i], grad)
        if i > lowest or input_requires_grad:
            grad = torch.einsum("bo, io -> bi", grad, weights[i])
            grad = grad * masks[i - 1] if i else grad
    return {
        "output": output,
        "input_grad": grad if input_requires_grad else None,
        "weight_grads": tuple(grads.get(i) for i in range(len(weights))),
    }
