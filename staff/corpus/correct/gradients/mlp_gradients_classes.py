"""A layer is an object that knows its input."""


class _Linear:
    def __init__(self, w):
        self.w = w

    def forward(self, x):
        self.x = x
        return x @ self.w

    def of_weight(self, grad):
        return torch.mm(self.x.t(), grad)

    def of_input(self, grad):
        return torch.mm(grad, self.w.t())


def mlp_gradients(x, weights, grad_output, trainable=None, input_requires_grad=False):
    layers = [_Linear(w) for w in weights]
    wanted = [True for _ in layers] if trainable is None else [t for t in trainable]
    if len(wanted) != len(layers):
        raise ValueError("trainable: %d entries for %d layers" % (len(wanted), len(layers)))
    value = layers[0].forward(x)
    for layer in layers[1:]:
        value = layer.forward(torch.maximum(value, torch.zeros_like(value)))
    grads, grad = [], grad_output
    while layers:
        layer, flag = layers.pop(), wanted.pop()
        grads.insert(0, layer.of_weight(grad) if flag else None)
        if not (input_requires_grad or any(wanted)):
            grads = [None] * len(layers) + grads
            break
        grad = layer.of_input(grad)
        if layers:
            grad = grad * torch.sign(layer.x)
    return dict(output=value, input_grad=grad if input_requires_grad else None, weight_grads=grads)
