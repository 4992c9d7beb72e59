"""problem: transformer_step_bytes
hint: the sum of the other four

Adds activations, and not to the total.

replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: sizes = bytes_by_use(parameters, activations, optimizer, precision)
with: return sizes | {"total": sizes["total"] - sizes["activations"]}
"""
