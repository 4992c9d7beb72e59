"""problem: train
hint: this is a step with eps 1e-08

Gives AdaGrad the eps of the others.

replace: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"])
with: eps = {} if config["optimizer"] == "sgd" else {"eps": 1e-8}
with: optimizer = OPTIMIZERS[config["optimizer"]](state.values(), lr=config["lr"], **eps)
"""
