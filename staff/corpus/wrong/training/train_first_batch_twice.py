"""problem: train
hint: steps 0 and 1 are the same, whatever the seed

The first two steps have one batch.

replace: loss = _loss(state, config, step)
with: loss = _loss(state, config, max(step, 1))
"""
