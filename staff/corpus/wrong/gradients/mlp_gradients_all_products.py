"""problem: mlp_gradients
hint: FLOPs; here they were

Computes every product, then drops what nobody asked for.

replace: if trainable[i]:
with: if True:
replace: if not input_requires_grad and not any(trainable[:i]):
with: if False:
replace: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
with: weight_grads = [grad if t else None for grad, t in zip(weight_grads, trainable)]
with: return {"output": output, "input_grad": input_grad, "weight_grads": weight_grads}
"""
