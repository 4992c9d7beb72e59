"""problem: mlp_gradients
hint: is not asked for; expected None

Gives gradients of frozen weights.

replace: if trainable[i]:
with: if True:
"""
