"""problem: mlp_gradients
hint: put it back

Switches gradients off before it looks at trainable, and not on again where it raises.
"""

import torch


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    enabled = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    n = len(weights)
    trained = [True] * n if trainable is None else list(trainable)
    if len(trained) != n:
        raise ValueError(f"trainable must have {n} entries, got {trainable}")
    inputs, h = [], x
    for i, w in enumerate(weights):
        inputs.append(h)
        h = h @ w
        if i < n - 1:
            h = torch.relu(h)
    grads, input_grad, g = [None] * n, None, grad_output
    for i in reversed(range(n)):
        if trained[i]:
            grads[i] = inputs[i].T @ g
        if not (input_requires_grad or any(trained[:i])):
            break
        g = g @ weights[i].T
        if i:
            g = g.masked_fill(~(inputs[i] > 0), 0)
        else:
            input_grad = g
    torch.set_grad_enabled(enabled)
    return {"output": h, "input_grad": input_grad, "weight_grads": grads}
