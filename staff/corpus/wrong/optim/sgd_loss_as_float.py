"""problem: sgd
hint: returns its loss

Returns the loss as a float.

replace: return loss
with: return None if loss is None else float(loss)
"""
