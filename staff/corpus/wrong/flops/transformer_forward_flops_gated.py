"""problem: transformer_forward_flops
hint: has no gate

Counts a gate in the feed-forward layer.

replace: return 2 * tokens * matrices + int(num_layers) * 2 * scores
with: gates = tokens * int(d_model) * int(d_ff)
with: return 2 * tokens * matrices + int(num_layers) * 2 * (scores + gates)
"""
