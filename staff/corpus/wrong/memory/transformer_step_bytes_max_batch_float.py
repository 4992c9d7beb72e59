"""problem: transformer_step_bytes
hint: a float on the way

Divides floats.

replace: return max(0, (memory - empty) // sequence)
with: return max(0, int((memory - empty) / sequence))
"""
