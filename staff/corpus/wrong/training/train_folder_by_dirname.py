"""problem: train
hint: is the working folder

Makes the checkpoint's folder by its dirname, which is "" for a name alone.

replace: if checkpoint is not None:
with: if checkpoint is not None:
with:     os.makedirs(os.path.dirname(checkpoint), exist_ok=True)
"""
