"""problem: zero_bytes

Counts two values for momentum.

replace: state_values = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
with: state_values = {"sgd": 0, "momentum": 2, "adagrad": 1, "rmsprop": 1, "adam": 2}
"""
