"""problem: round_to_float

Takes the first dim's elements one by one.

replace: exact = x.double()
with: exact = torch.stack([row.double() for row in x]) if len(x) else x.double()
"""
