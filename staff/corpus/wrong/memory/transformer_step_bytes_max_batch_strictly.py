"""problem: transformer_step_bytes
hint: one more fits

Wants a byte to be left.

replace: return max(0, (memory - empty) // sequence)
with: return max(0, (memory - empty - 1) // sequence)
"""
