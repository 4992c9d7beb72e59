"""Returns a set of a class of its own."""


class _Names(set):
    def __iter__(self):
        return iter(sorted(set.__iter__(self)))


_given = which_grads


def which_grads(requires_grad, ops, loss):
    return _Names(_given(requires_grad, ops, loss))
