"""problem: transformer_step_bytes
hint: a 4-byte master copy

Two bytes a parameter in bfloat16.

replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: sizes = bytes_by_use(parameters, activations, optimizer, precision)
with: if precision == "bfloat16":
with:     sizes["parameters"] -= 4 * parameters
with:     sizes["total"] -= 4 * parameters
with: return sizes
"""
