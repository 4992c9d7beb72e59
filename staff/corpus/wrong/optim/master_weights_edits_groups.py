"""problem: master_weights
hint: dicts that are given keep theirs

Puts the masters into the caller's own dicts.
"""

import copy

import torch


class MasterWeights:
    def __init__(self, params, optimizer_class, **hyperparameters):
        groups = list(params)
        if not groups or not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.params, self.master, master_groups = [], [], []
        for group in groups:
            own = list(group["params"])
            masters = [p.detach().clone().float().requires_grad_() for p in own]
            self.params.extend(own)
            self.master.extend(masters)
            group["params"] = masters
            master_groups.append(group)
        self.optimizer = optimizer_class(master_groups, **hyperparameters)

    @torch.no_grad()
    def step(self):
        for p, m in zip(self.params, self.master):
            m.grad = None if p.grad is None else p.grad.float()
        self.optimizer.step()
        for p, m in zip(self.params, self.master):
            if p.grad is not None:
                p.copy_(m)

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def state_dict(self):
        return {"master": [m.detach() for m in self.master], "optimizer": self.optimizer.state_dict()}

    @torch.no_grad()
    def load_state_dict(self, state_dict):
        for m, saved in zip(self.master, state_dict["master"]):
            m.copy_(saved)
        self.optimizer.load_state_dict(copy.deepcopy(state_dict["optimizer"]))
