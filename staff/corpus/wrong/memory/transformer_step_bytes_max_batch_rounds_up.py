"""problem: transformer_step_bytes
hint: so many do not fit

Rounds up.

replace: return max(0, (memory - empty) // sequence)
with: return max(0, -(-(memory - empty) // sequence))
"""
