"""problem: train
hint: lr falls to 0.1 of it every 30 steps; it is constant

Keeps the scheduler of a tutorial: StepLR(optimizer, 30).

replace: losses = []
with: losses = []
with: scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
with: for _ in range(first):
with:     scheduler.step()
replace: losses.append(loss.item())
with: losses.append(loss.item())
with: scheduler.step()
"""
