"""problem: train
hint: the step is lr times the gradient of this loss

Divides lr by the root of dim.

replace: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"])
with: lr = config["lr"] / config["dim"] ** 0.5
with: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=lr)
"""
