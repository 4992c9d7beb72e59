"""problem: training_bytes
hint: but the call returned

Takes any name that ends in adam for Adam.
"""

_right_optimizer = training_bytes


def training_bytes(num_parameters, num_activations, optimizer, precision):
    optimizer = "adam" if optimizer.endswith("adam") else optimizer
    return _right_optimizer(num_parameters, num_activations, optimizer, precision)
