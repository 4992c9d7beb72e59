"""problem: sgd
hint: closure

Does not return the loss.

replace: return loss
with: return None
"""
