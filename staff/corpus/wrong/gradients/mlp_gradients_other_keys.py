"""problem: mlp_gradients
hint: exactly the keys

Names the keys in other words.

replace: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
with: return {"output": output, "x_grad": input_grad, "weight_grads": weight_grads}
"""
