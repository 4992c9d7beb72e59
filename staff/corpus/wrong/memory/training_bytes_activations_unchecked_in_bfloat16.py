"""problem: training_bytes

Checks the number of activations in float32 alone.

replace: if count < 0:
with: if count < 0 and (name == "num_parameters" or precision == "float32"):
"""
