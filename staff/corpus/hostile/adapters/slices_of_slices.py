"""problem: sgd

Make the arguments into slices of slices of slices: three times as many words with each of them.
"""

_run_optimizer = run_optimizer


def run_optimizer(name, params, grads, given):
    if name != "sgd" or len(grads) < 30:
        return _run_optimizer(name, params, grads, given)
    grads[0][:] = ["a"]
    for number in range(1, 15):
        grads[number][:] = [slice(*[grads[number - 1]] * 3)]
    grads[:] = [grads[14]]
    return {"params": params, "state": [{} for _ in params]}
