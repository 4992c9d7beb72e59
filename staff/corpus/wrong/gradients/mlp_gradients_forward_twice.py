"""problem: mlp_gradients
hint: runs forward a second time

Runs forward again for the activations.

replace: weight_grads = [None] * len(weights)
with: again, inputs = x, []
with: for i, w in enumerate(weights):
with:     inputs.append(again.relu() if i > 0 else x)
with:     again = inputs[i] @ w
with: weight_grads = [None] * len(weights)
"""
