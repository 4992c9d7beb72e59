"""problem: transformer_step_bytes
hint: logits and their softmax have 2 bytes

Keeps the logits in float32, as a loss under autocast does.

replace: return bytes_by_use(parameters, activations, optimizer, precision)
with: sizes = bytes_by_use(parameters, activations, optimizer, precision)
with: if precision == "bfloat16":
with:     sizes["activations"] += 2 * 2 * b * s * vocab
with:     sizes["total"] += 2 * 2 * b * s * vocab
with: return sizes
"""
