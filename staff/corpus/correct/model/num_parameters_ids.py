"""A set of identities."""


def num_parameters(model):
    seen = {}
    for module in model.modules():
        for parameter in module._parameters.values():
            if parameter is not None:
                seen[id(parameter)] = parameter.numel()
    return sum(seen.values())
