"""problem: which_grads

Goes through the ops backwards from the end, whatever the loss is.

replace: reached, pending = {loss}, [loss]
with: reached, pending = {loss, list(made_of)[-1]}, [loss, list(made_of)[-1]]
"""
