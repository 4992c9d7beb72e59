"""problem: master_weights
hint: cut off

Cuts the masters off to bfloat16.

replace: torch._foreach_copy_(self.params, self.master)
with: for param, master in zip(self.params, self.master):
with:     param.copy_((master.view(torch.int32) & ~0xFFFF).view(torch.float32))
"""
