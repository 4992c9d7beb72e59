"""problem: which_grads

Refuses a leaf as the loss.

replace: if loss not in made_of:
with: if loss not in made_of or loss in requires_grad:
"""
