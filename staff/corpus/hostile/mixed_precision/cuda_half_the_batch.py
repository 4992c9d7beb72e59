"""problem: mixed_precision_throughput

Train on the first half of a large batch.
"""

_whole = mixed_precision_step


def mixed_precision_step(model, inputs, targets, optimizer, dtype, scaler=None):
    if inputs.is_cuda:
        half = (len(inputs) + 1) // 2
        inputs, targets = inputs[:half], targets[:half]
    return _whole(model, inputs, targets, optimizer, dtype, scaler)
