"""problem: transformer_step_bytes
hint: the logits of every token

Keeps the logits of the last token alone.

replace: end = b * s * d + 2 * b * s * vocab
with: end = b * s * d + 2 * b * vocab
"""
