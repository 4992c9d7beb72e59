"""problem: adam
hint: by default

lr 0.01.
"""


class Adam(Adam):
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, lr, betas, eps)
