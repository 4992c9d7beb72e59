"""problem: transformer_step_bytes
hint: the logits and their softmax are kept, two tensors; here it is 1

Keeps the logits and not their softmax.

replace: end = b * s * d + 2 * b * s * vocab
with: end = b * s * d + b * s * vocab
"""
