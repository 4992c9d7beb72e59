"""problem: train
hint: however many steps there are

Goes through 100 batches again and again.

replace: loss = _loss(state, config, step)
with: loss = _loss(state, config, step % 100)
"""
