"""problem: linear_backward

Reshapes by -1, which no empty tensor allows.

replace: return grad_output @ w.T, torch.einsum("...i, ...o -> io", x, grad_output)
with: return grad_output @ w.T, x.reshape(-1, x.shape[-1]).T @ grad_output.reshape(-1, w.shape[1])
"""
