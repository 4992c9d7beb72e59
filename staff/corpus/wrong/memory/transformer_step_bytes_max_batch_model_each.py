"""problem: transformer_step_bytes
hint: are there once, not for each sequence

Counts the model with each sequence.

replace: return max(0, (memory - empty) // sequence)
with: return memory // (empty + sequence)
"""
