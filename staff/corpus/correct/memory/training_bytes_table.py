"""A table of bytes by precision."""

_BYTES = {"float32": (4, 4, 4), "bfloat16": (6, 2, 2)}
_STATE = dict(sgd=0, momentum=4, adagrad=4, rmsprop=4, adam=8)


def training_bytes(num_parameters, num_activations, optimizer, precision):
    if min(num_parameters, num_activations) < 0:
        raise ValueError(f"{num_parameters=} and {num_activations=} must not be negative")
    try:
        parameter, gradient, activation = _BYTES[precision]
        state = _STATE[optimizer]
    except KeyError as error:
        raise ValueError(f"unknown {optimizer=} or {precision=}") from error
    parts = [parameter * num_parameters, gradient * num_parameters, state * num_parameters]
    parts.append(activation * num_activations)
    names = "parameters", "gradients", "optimizer_state", "activations", "total"
    return dict(zip(names, [*parts, sum(parts)]))
