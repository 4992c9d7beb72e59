"""problem: transformer_step_bytes
hint: 0 sequences fit

Gives a negative batch where the model does not fit.

replace: return max(0, (memory - empty) // sequence)
with: return (memory - empty) // sequence
"""
