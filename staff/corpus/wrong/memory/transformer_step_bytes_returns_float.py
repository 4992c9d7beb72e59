"""problem: transformer_step_bytes
hint: expected the integer

Gives the activations as a float.

replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: sizes = bytes_by_use(parameters, activations, optimizer, precision)
with: return sizes | {"activations": float(sizes["activations"])}
"""
