"""problem: mlp_gradients
hint: a list as long as weights

Leaves frozen layers out of the list.

replace: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
with: weight_grads = [grad for grad in weight_grads if grad is not None]
with: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
"""
