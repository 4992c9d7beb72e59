"""problem: mlp_gradients
hint: changed its argument

Takes the flags off the caller's list.

replace: trainable = [True] * len(weights) if trainable is None else list(trainable)
with: trainable = [True] * len(weights) if trainable is None else trainable
replace: if trainable[i]:
with: trainable = list(trainable) if isinstance(trainable, tuple) else trainable
with: flags, wanted = trainable[:i], trainable.pop() if len(trainable) > i else False
with: if wanted:
replace: if not input_requires_grad and not any(trainable[:i]):
with: if not input_requires_grad and not any(flags):
"""
