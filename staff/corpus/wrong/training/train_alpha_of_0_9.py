"""problem: train
hint: this is a step with alpha 0.9

Gives RMSProp the alpha of the lecture that introduced it.

replace: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"])
with: alpha = {"alpha": 0.9} if config["optimizer"] == "rmsprop" else {}
with: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"], **alpha)
"""
