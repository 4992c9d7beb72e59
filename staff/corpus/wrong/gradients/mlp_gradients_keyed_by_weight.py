"""problem: mlp_gradients
hint: the weight of two layers

Keeps each layer's input under its weight tensor, which two layers may share.
"""

import torch


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    if trainable is None:
        trainable = [True] * len(weights)
    if len(trainable) != len(weights):
        raise ValueError(f"trainable must have {len(weights)} entries, got {len(trainable)}")
    with torch.no_grad():
        layer_input = {}
        h = x
        for i, weight in enumerate(weights):
            layer_input[weight] = h
            h = h @ weight
            if i < len(weights) - 1:
                h = torch.relu(h)
        grads = {}
        grad = grad_output
        input_grad = None
        for i in reversed(range(len(weights))):
            weight = weights[i]
            if trainable[i]:
                grads[i] = layer_input[weight].T @ grad
            if not input_requires_grad and not any(trainable[:i]):
                break
            grad = grad @ weight.T
            if i > 0:
                grad = torch.where(layer_input[weight] > 0, grad, torch.zeros_like(grad))
            else:
                input_grad = grad
    return {
        "output": h,
        "input_grad": input_grad,
        "weight_grads": [grads.get(i) for i in range(len(weights))],
    }
