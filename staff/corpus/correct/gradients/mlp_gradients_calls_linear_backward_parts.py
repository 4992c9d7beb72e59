"""Uses one function for both products, and asks it for what is needed."""


def _products(x, w, grad, of_x, of_w):
    return grad @ w.T if of_x else None, x.T @ grad if of_w else None


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    flags = list(trainable) if trainable is not None else [True] * len(weights)
    if len(flags) != len(weights):
        raise ValueError(f"trainable: expected {len(weights)} flags, got {len(flags)}")
    needed = [bool(input_requires_grad)]
    for flag in flags:
        needed.append(needed[-1] or bool(flag))
    tape, h = [], x
    for i, w in enumerate(weights):
        if i:
            h = torch.where(h > 0, h, 0)
        tape.append(h)
        h = h @ w
    grads, grad = [None] * len(weights), grad_output
    for i in range(len(weights))[::-1]:
        if not needed[i + 1]:
            break
        grad, grads[i] = _products(tape[i], weights[i], grad, needed[i], flags[i])
        if i and grad is not None:
            grad = torch.where(tape[i] > 0, grad, 0)
    asked = grad if input_requires_grad else None
    return {"output": h, "input_grad": asked, "weight_grads": grads}
