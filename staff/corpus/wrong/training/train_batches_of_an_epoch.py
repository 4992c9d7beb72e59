"""problem: train
hint: each step draws a batch of its own

Goes through twelve batches again and again.

replace: loss = _loss(state, config, step)
with: loss = _loss(state, config, step % 12)
"""
