"""problem: save_checkpoint
hint: module.body.weight

Strips module. from names, as of DataParallel.

replace: _check_fit(model.state_dict(), checkpoint["model"])
with: checkpoint["model"] = {k.removeprefix("module."): v for k, v in checkpoint["model"].items()}
with: _check_fit(model.state_dict(), checkpoint["model"])
"""
