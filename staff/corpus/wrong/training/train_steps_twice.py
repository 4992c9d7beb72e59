"""problem: train
hint: one step for each batch

Each batch is learnt from twice, with the same gradients.

replace: optimizer.step()
with: optimizer.step(), optimizer.step()
"""
