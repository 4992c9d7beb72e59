"""problem: transformer_step_bytes
hint: their softmax has 2 bytes

In bfloat16 the softmax of the loss stays float32.

replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: sizes = bytes_by_use(parameters, activations, optimizer, precision)
with: wider = 2 * b * s * vocab if precision == "bfloat16" else 0
with: return {**sizes, "activations": sizes["activations"] + wider, "total": sizes["total"] + wider}
"""
