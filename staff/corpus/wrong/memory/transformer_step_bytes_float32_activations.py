"""problem: transformer_step_bytes
hint: all activations have 2 bytes each in bfloat16

Four bytes for every activation.

replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: sizes = bytes_by_use(parameters, 0, optimizer, precision)
with: sizes["activations"] = 4 * activations
with: return sizes | {"total": sizes["total"] + 4 * activations}
"""
