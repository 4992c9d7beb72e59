"""problem: mlp_backward_flops
hint: when trainable is wrong in (2, [3], False, [True])

Looks at trainable only where there is a layer.

replace: if len(trainable) != len(layers):
with: if layers and len(trainable) != len(layers):
"""
