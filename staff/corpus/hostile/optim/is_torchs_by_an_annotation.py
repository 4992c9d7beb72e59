"""problem: adam

torch's own class, which stands in an annotation alone.
"""


def _annotated(base: torch.optim.Adam): ...


class Adam(*_annotated.__annotations__.values()):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        if not (lr >= 0 and eps >= 0 and all(0 <= beta < 1 for beta in betas)):
            raise ValueError(f"lr {lr}, betas {betas}, eps {eps}")
        super().__init__(params, lr=lr, betas=betas, eps=eps)
