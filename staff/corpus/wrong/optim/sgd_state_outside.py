"""problem: sgd
hint: state_dict at step

Keeps the averages in an attribute: lost on resuming.

replace: averages = _state(self, params, "average")
with: mine = self.__dict__.setdefault("mine", {})
with: averages = [mine.setdefault(param, torch.zeros_like(param)) for param in params]
"""
