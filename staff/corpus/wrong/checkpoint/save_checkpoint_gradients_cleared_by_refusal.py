"""problem: save_checkpoint
hint: .grad included

Clears the gradients before it looks at the file: they are gone when the file is refused.

replace: checkpoint = torch.load(src, map_location="cpu", weights_only=True)
with: optimizer.zero_grad()
with: checkpoint = torch.load(src, map_location="cpu", weights_only=True)
"""
