"""problem: init_weight
hint: all elements are float16 numbers

Draws in float16.

replace: return _truncated_normal(d_in, d_out, generator)
with: return _truncated_normal(d_in, d_out, generator).half().float()
"""
