"""problem: train
hint: weights are about 1/√dim in size

Starts with standard normal weights, whatever dim is.

replace: state = _initial_state(config)
with: state = _initial_state(config)
with: for weight in state.values():
with:     weight.data.mul_(config["dim"] ** 0.5)
"""
