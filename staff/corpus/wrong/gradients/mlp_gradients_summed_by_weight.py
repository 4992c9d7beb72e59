"""problem: mlp_gradients
hint: the weight of two layers

Adds up the gradients of a tensor that two layers share, as autograd does.
"""


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    n = len(weights)
    trainable = [True] * n if trainable is None else list(trainable)
    if len(trainable) != n:
        raise ValueError(f"trainable must have {n} entries, got {len(trainable)}")
    first = trainable.index(True) if any(trainable) else n
    inputs, h = [], x
    for i, weight in enumerate(weights):
        inputs.append(h)
        h = h @ weight
        if i < n - 1:
            h = h.clamp(min=0)
    grads = {}
    grad, input_grad = grad_output, None
    for i in reversed(range(n)):
        if trainable[i]:
            before = grads.get(id(weights[i]), 0)
            grads[id(weights[i])] = before + inputs[i].T @ grad
        if not (input_requires_grad or i > first):
            break
        grad = grad @ weights[i].T
        if i == 0:
            input_grad = grad
        else:
            grad = torch.where(inputs[i] > 0, grad, torch.zeros_like(grad))
    grads = [grads[id(w)] if flag else None for w, flag in zip(weights, trainable)]
    return {"output": h, "input_grad": input_grad, "weight_grads": grads}
