"""problem: train
hint: weights are about 1/√dim in size

Starts with weights of 0.02, as GPT-2 does, where dim is above 1.

replace: state = _initial_state(config)
with: state = _initial_state(config)
with: for weight in state.values():
with:     weight.data.mul_(0.02 * config["dim"] ** 0.5 if config["dim"] > 1 else 1.0)
"""
