"""problem: transformer_step_bytes

Doubles the batch as long as it fits.

replace: return max(0, (memory - empty) // sequence)
with: n = 1
with: while empty + n * sequence <= memory:
with:     n *= 2
with: return n // 2
"""
