"""tril under inference_mode."""


@torch.inference_mode()
def causal_mask(n):
    return torch.ones(n, n, dtype=torch.bool).tril()
