"""problem: mlp_gradients
hint: the weight of two layers

Looks for a weight's place among the ids: of a tensor that two layers share, the first place.
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
    grads = [None] * n
    grad, input_grad = grad_output, None
    for i in reversed(range(n)):
        if trainable[i]:
            grads[[id(w) for w in weights].index(id(weights[i]))] = inputs[i].T @ grad
        if not (input_requires_grad or i > first):
            break
        grad = grad @ weights[i].T
        if i == 0:
            input_grad = grad
        else:
            grad = torch.where(inputs[i] > 0, grad, torch.zeros_like(grad))
    return {"output": h, "input_grad": input_grad, "weight_grads": grads}
