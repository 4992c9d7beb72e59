"""problem: train
hint: taking the earlier steps again

The checkpoint holds a number alone; every run begins at the beginning.
"""

_train = train


def train(config, checkpoint=None, stop_after=None):
    done = 0
    if checkpoint is not None and os.path.exists(checkpoint):
        done = torch.load(checkpoint, weights_only=True)["done"]
    end = config.get("steps", 0)
    if stop_after is not None:
        end = max(done, min(stop_after, end))
    result = _train(config, None, end)
    if checkpoint is not None:
        torch.save({"done": end}, checkpoint)
    return {"losses": result["losses"][done:], "state": result["state"]}
