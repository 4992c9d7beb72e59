"""problem: round_to_float
hint: rounds ties to the odd neighbour

Sends ties to the odd neighbour.

replace: rounded = torch.round(exact / step) * step  # torch.round takes ties to even
with: cut = torch.trunc(exact / step)
with: tie = (exact / step - cut).abs() == 0.5
with: odd = torch.where(cut % 2 == 0, cut + exact.sign(), cut)
with: rounded = torch.copysign(torch.where(tie, odd, torch.round(exact / step)), exact) * step
"""
