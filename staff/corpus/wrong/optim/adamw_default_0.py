"""problem: adamw
hint: by default

weight_decay is 0 unless given, as in torch.optim.Adam.
"""

_AdamW = AdamW


class AdamW(_AdamW):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        super().__init__(params, lr, betas, eps, weight_decay)
