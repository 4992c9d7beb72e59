"""problem: training_bytes

Checks the number of parameters where there is a state, and not with plain SGD.

replace: if count < 0:
with: if count < 0 and (name != "num_parameters" or optimizer != "sgd"):
"""
