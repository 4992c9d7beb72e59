"""problem: mlp_gradients
hint: is not asked for; expected None

Gives zeros for frozen weights.

replace: weight_grads = [None] * len(weights)
with: weight_grads = [torch.zeros_like(w) for w in weights]
"""
