"""problem: adam
hint: AMSGrad

The largest second moment so far.

replace: roots = torch._foreach_sqrt(v)
with: largest = _state(self, params, "largest")
with: torch._foreach_maximum_(largest, v)
with: roots = torch._foreach_sqrt(largest)
"""
