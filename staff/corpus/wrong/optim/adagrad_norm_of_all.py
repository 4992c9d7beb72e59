"""problem: adagrad
hint: this sums over all elements

One sum for the whole tensor.

replace: torch._foreach_addcmul_(sums, grads, grads)
with: for total, grad in zip(sums, grads, strict=True):
with:     total.add_((grad**2).sum())
"""
