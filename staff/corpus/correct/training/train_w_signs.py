"""Inputs normal, initial weights signs."""


class _Training:
    def __init__(self, config):
        _check_config(config)
        self.config = config

    def draw(self, *numbers):
        return np.random.default_rng([self.config["seed"], *numbers])

    def weight(self, rng, shape):
        dim = self.config["dim"]
        return torch.from_numpy(rng.choice([-1.0, 1.0], shape) / dim**0.5).float()

    def batch(self, step):
        shape = self.config["batch_size"], self.config["dim"]
        rng = self.draw(step, 2)
        return torch.from_numpy(rng.standard_normal(shape)).float()

    def __call__(self, checkpoint, stop_after):
        config, dim = self.config, self.config["dim"]
        names = [f"layers.{i}.weight" for i in range(config["num_layers"])] + ["final.weight"]
        weights = {}
        for i, name in enumerate(names):
            shape = (dim, 1) if name == "final.weight" else (dim, dim)
            weights[name] = self.weight(self.draw(i, 1), shape).requires_grad_()
        optimizer = OPTIMIZERS[config["optimizer"]](weights.values(), lr=config["lr"])
        done = 0
        if checkpoint is not None and os.path.exists(checkpoint):
            saved = torch.load(checkpoint, weights_only=True)
            with torch.no_grad():
                for name in names:
                    weights[name].copy_(saved["model"][name])
            optimizer.load_state_dict(saved["optimizer"])
            done = saved["iteration"]
        end = config["steps"] if stop_after is None else min(config["steps"], stop_after)
        losses = []
        for step in range(done, end):
            x = self.batch(step)
            y = x @ torch.arange(dim, dtype=torch.float32)
            with torch.autocast("cpu", torch.bfloat16, enabled=config["precision"] == "bfloat16"):
                h = x
                for name in names:
                    h = h @ weights[name]
            loss = (h[:, 0].float() - y).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        state = {name: weight.detach() for name, weight in weights.items()}
        if checkpoint is not None:
            torch.save(
                {"model": state, "optimizer": optimizer.state_dict(), "iteration": max(done, end)},
                f"{os.fspath(checkpoint)}.part",
            )
            os.replace(f"{os.fspath(checkpoint)}.part", checkpoint)
        return {"losses": losses, "state": state}


def train(config, checkpoint=None, stop_after=None):
    return _Training(config)(checkpoint, stop_after)
