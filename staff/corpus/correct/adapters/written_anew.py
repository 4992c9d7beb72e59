"""Adapters in a student's own words: on copies of the parameters, a step like any other, no more."""


def _stepped(optimizer, params, grads):
    for row in grads:
        for param, grad in zip(params, row, strict=True):
            param.grad = grad
        optimizer.step()
    state = [dict(optimizer.state[param]) for param in params]
    return {"params": [param.detach() for param in params], "state": state}


def _made(name, params, hyperparameters):
    import cs336_basics.optim

    params = [param.detach().clone().requires_grad_() for param in params]
    return getattr(cs336_basics.optim, OPTIMIZERS[name])(params, **hyperparameters), params


def run_optimizer(name, params, grads, hyperparameters):
    optimizer, params = _made(name, params, hyperparameters)
    return _stepped(optimizer, params, grads)


def run_optimizer_resumed(name, params, grads, hyperparameters, resume_at):
    optimizer, params = _made(name, params, hyperparameters)
    _stepped(optimizer, params, grads[:resume_at])
    state_dict = optimizer.state_dict()
    optimizer, params = _made(name, params, hyperparameters)
    optimizer.load_state_dict(state_dict)
    return _stepped(optimizer, params, grads[resume_at:])


def run_cruncher(dim, num_layers, state, x):
    from cs336_basics.model import Cruncher

    model = Cruncher(dim, num_layers)
    model.load_state_dict(state)
    return model(x)


def run_checkpointed_forward(layers, x, grad_output):
    from cs336_basics.training import checkpointed_forward

    x = x.clone().requires_grad_()
    output = checkpointed_forward(layers, x)
    output.backward(grad_output)
    grads = [parameter.grad for parameter in layers.parameters()]
    return {"output": output, "input_grad": x.grad, "layer_grads": grads}
