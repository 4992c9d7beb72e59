"""problem: train
hint: there is no weight decay here

A little weight decay.

replace: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"])
with: kind, params = OPTIMIZERS[config["optimizer"]], state.values()
with: optimizer = kind(params, lr=config["lr"], weight_decay=1e-4)
"""
