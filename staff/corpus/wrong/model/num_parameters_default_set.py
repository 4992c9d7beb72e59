"""problem: num_parameters
hint: keep nothing of one call for the next

The set of what was counted is a default, and stays from call to call.
"""


def num_parameters(model, seen=set()):
    total = 0
    for p in model._parameters.values():
        if p is not None and p not in seen:
            seen.add(p)
            total += p.numel()
    return total + sum(num_parameters(child, seen) for child in model.children())
