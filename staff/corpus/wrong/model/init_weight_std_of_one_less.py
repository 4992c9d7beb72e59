"""problem: init_weight
hint: nothing widens, shifts or rounds them

Divides by d_in - 1, as an estimate of a variance does.

replace: return _truncated_normal(d_in, d_out, generator)
with: if d_in < 2:
with:     return _truncated_normal(d_in, d_out, generator)
with: return _truncated_normal(d_in, d_out, generator) * (d_in / (d_in - 1)) ** 0.5
"""
