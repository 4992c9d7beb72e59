"""problem: num_parameters
hint: keep nothing of one call for the next

A default set of ids, which new parameters get again when old ones are gone.
"""


def num_parameters(model, seen=set()):
    total = 0
    for p in model.parameters():
        if id(p) not in seen:
            seen.add(id(p))
            total += p.numel()
    return total
