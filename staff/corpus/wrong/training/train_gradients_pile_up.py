"""problem: train
hint: gradients pile up

Never clears the gradients.

replace: optimizer.zero_grad()
with:
"""
