"""problem: transformer_step_bytes
hint: the output head, vocab_size × d_model, is missing

No output head among the parameters.

replace: parameters = layers * (4 * d * d + 2 * d * ff) + vocab * d
with: parameters = layers * (4 * d * d + 2 * d * ff)
"""
