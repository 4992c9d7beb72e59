"""problem: train
hint: os.PathLike is more than pathlib

Takes str(checkpoint) for the path; an os.PathLike may have another str.

replace: _check_config(config)
with: checkpoint = None if checkpoint is None else str(checkpoint)
with: _check_config(config)
"""
