"""problem: transformer_step_bytes
hint: 0

One sequence fits always.

replace: return max(0, (memory - empty) // sequence)
with: return max(1, (memory - empty) // sequence)
"""
