"""In NumPy, with float64 inside."""


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    if trainable is None:
        trainable = [True] * len(weights)
    if len(trainable) != len(weights):
        raise ValueError(f"trainable {trainable} does not fit {len(weights)} weights")
    tensor = lambda array: torch.from_numpy(array).to(x.dtype)
    ws = [w.double().numpy() for w in weights]
    h = [x.double().numpy()]
    for w in ws:
        h.append((h[-1] * (h[-1] > 0) if len(h) > 1 else h[-1]) @ w)
    grad, grads, input_grad = grad_output.double().numpy(), [], None
    for i in range(len(ws) - 1, -1, -1):
        inside = h[i].clip(0) if i else h[0]
        grads.append(tensor(inside.T @ grad) if trainable[i] else None)
        grad = grad @ ws[i].T * ((h[i] > 0) if i else 1)
    if input_requires_grad:
        input_grad = tensor(grad)
    return {"output": tensor(h[-1]), "input_grad": input_grad, "weight_grads": grads[::-1]}
