"""problem: transformer_step_bytes
hint: expected the integer

Gives the activations as a float.

replace: return training_bytes(parameters, activations, optimizer, precision)
with: sizes = training_bytes(parameters, activations, optimizer, precision)
with: return sizes | {"activations": float(sizes["activations"])}
"""
