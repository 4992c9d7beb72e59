"""problem: adagrad
hint: here the sum starts at 1;

The sum starts at 1.
"""


def _state(optimizer, params, name):
    for param in params:
        if name not in optimizer.state[param]:
            optimizer.state[param][name] = torch.full_like(param, 1.0 if name == "sum" else 0.0)
    return [optimizer.state[param][name] for param in params]
