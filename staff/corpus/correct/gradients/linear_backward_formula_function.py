"""The formula inside an autograd.Function of one's own, which nobody runs backward."""


class _Products(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, grad_output):
        x2 = x[None] if x.ndim == 1 else x.flatten(0, -2)
        g2 = grad_output[None] if x.ndim == 1 else grad_output.flatten(0, -2)
        return torch.matmul(grad_output, w.mT), torch.matmul(x2.mT, g2)


def linear_backward(x, w, grad_output):
    if x.shape[:-1] != grad_output.shape[:-1]:
        raise ValueError(f"x {tuple(x.shape)} against grad_output {tuple(grad_output.shape)}")
    with torch.no_grad():
        return _Products.apply(x, w, grad_output)
