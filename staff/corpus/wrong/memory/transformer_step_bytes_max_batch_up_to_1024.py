"""problem: transformer_step_bytes

Tries batches up to 1024.

replace: return max(0, (memory - empty) // sequence)
with: return max((n for n in range(1025) if empty + n * sequence <= memory), default=0)
"""
