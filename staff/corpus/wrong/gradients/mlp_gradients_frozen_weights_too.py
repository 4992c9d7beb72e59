"""problem: mlp_gradients
hint: FLOPs; here they were

Computes gradients of frozen weights, and drops them.

replace: if trainable[i]:
with: if True:
replace: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
with: weight_grads = [grad if t else None for grad, t in zip(weight_grads, trainable)]
with: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
"""
