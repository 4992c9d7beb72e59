"""The operator that torch itself uses for a ReLU's gradient."""


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    n = len(weights)
    trainable = [True] * n if trainable is None else trainable
    if n != len(trainable):
        raise ValueError(f"trainable should have one entry a layer, not {list(trainable)}")
    xs = [x]
    for w in weights[:-1]:
        xs.append(torch.nn.functional.relu(torch.mm(xs[-1], w)))
    output = torch.mm(xs[-1], weights[-1])
    weight_grads = [None for _ in range(n)]
    grad, i = grad_output, n - 1
    while i >= 0 and (input_requires_grad or True in map(bool, trainable[: i + 1])):
        if trainable[i]:
            weight_grads[i] = xs[i].t().mm(grad)
        if input_requires_grad or any(trainable[:i]):
            grad = grad.mm(weights[i].t())
            if i:
                grad = torch.ops.aten.threshold_backward(grad, xs[i], 0)
        i -= 1
    result = {"weight_grads": weight_grads, "output": output}
    return result | {"input_grad": grad if input_requires_grad else None}
