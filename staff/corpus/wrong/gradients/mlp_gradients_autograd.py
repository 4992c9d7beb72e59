"""problem: mlp_gradients
hint: autograd ran a backward pass

Runs the whole MLP with autograd.
"""


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    trainable = [True] * len(weights) if trainable is None else list(trainable)
    if len(trainable) != len(weights):
        raise ValueError(f"trainable must have {len(weights)} entries, got {trainable}")
    with torch.enable_grad():
        x = x.detach().clone().requires_grad_(bool(input_requires_grad))
        ws = [w.detach().clone().requires_grad_(bool(t)) for w, t in zip(weights, trainable)]
        output = x @ ws[0]
        for w in ws[1:]:
            output = output.relu() @ w
    if output.requires_grad:
        (output * grad_output).sum().backward()
    grads = [w.grad for w in ws]
    return {"output": output.detach(), "input_grad": x.grad, "weight_grads": grads}
