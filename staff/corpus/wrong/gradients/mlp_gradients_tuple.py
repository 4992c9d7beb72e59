"""problem: mlp_gradients
hint: exactly the keys

Gives a tuple.

replace: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
with: return output, input_grad, weight_grads
"""
