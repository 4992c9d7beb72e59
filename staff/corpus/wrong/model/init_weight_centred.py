"""problem: init_weight
hint: nothing widens, shifts or rounds them

Takes the mean off, which moves the bounds.

replace: return _truncated_normal(d_in, d_out, generator)
with: weight = _truncated_normal(d_in, d_out, generator)
with: return weight - weight.mean() if weight.numel() > 1000 else weight
"""
