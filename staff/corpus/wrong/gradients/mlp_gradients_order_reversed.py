"""problem: mlp_gradients

Gives the weights' gradients from the last layer down.

replace: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
with: weight_grads.reverse()
with: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
"""
