"""problem: adagrad
hint: state_dict at step

Keeps the sums in a list.

replace: sums = _state(self, params, "sum")
with: mine = self.__dict__.setdefault("mine", {})
with: sums = [mine.setdefault(param, torch.zeros_like(param)) for param in params]
"""
