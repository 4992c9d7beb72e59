"""Makes one matrix of all rows, by their number."""


def linear_backward(x, w, grad_output):
    leading = x.shape[:-1]
    if leading != grad_output.shape[:-1]:
        message = "the leading dims of x {} and grad_output {} differ"
        raise ValueError(message.format(tuple(leading), tuple(grad_output.shape[:-1])))
    rows = leading.numel()
    x, grad = x.reshape(rows, w.size(0)), grad_output.reshape(rows, w.size(1))
    return [torch.mm(grad, w.t()).view(*leading, w.size(0)), torch.mm(x.t(), grad)]
