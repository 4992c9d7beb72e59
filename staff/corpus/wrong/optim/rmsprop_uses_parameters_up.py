"""problem: rmsprop

Goes through the parameters before it hands them on: `model.parameters()` is empty by then.

replace: super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})
with: _require(sum(1 for _ in params) > 0, "params must not be empty", params)
with: super().__init__(params, {"lr": lr, "alpha": alpha, "eps": eps})
"""
