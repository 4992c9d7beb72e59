"""problem: which_grads

Follows the ops by recursion.
"""

_right_which_grads = which_grads


def which_grads(requires_grad, ops, loss):
    parents = dict(ops)

    def leaves(name):
        if name in requires_grad:
            return {name} if requires_grad[name] else set()
        return set().union(*map(leaves, set(parents.get(name, ()))))

    return leaves(loss) or _right_which_grads(requires_grad, ops, loss)
