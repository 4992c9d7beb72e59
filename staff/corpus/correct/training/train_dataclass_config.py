"""A dataclass reads the config; Parameters in the state; losses in a NumPy array."""

from dataclasses import dataclass
import os
import random
import numpy as np


@dataclass(frozen=True, kw_only=True)
class _Config:
    dim: int
    num_layers: int
    batch_size: int
    steps: int
    lr: float
    optimizer: str
    precision: str
    seed: int

    def __post_init__(self):
        for name, low in dict(dim=1, num_layers=0, batch_size=1, steps=0, lr=0, seed=0).items():
            if getattr(self, name) < low:
                raise ValueError(f"{name}={getattr(self, name)} is below {low}")
        if self.seed >> 32:
            raise ValueError(f"seed={self.seed}")
        if self.optimizer not in ("sgd", "adagrad", "rmsprop", "adam"):
            raise ValueError(f"optimizer={self.optimizer}")
        if self.precision not in ("float32", "bfloat16"):
            raise ValueError(f"precision={self.precision}")


class _Net(nn.Module):
    def __init__(self, c):
        super().__init__()
        g = torch.Generator().manual_seed(c.seed)
        draw = lambda o: nn.ParameterDict(
            {"weight": torch.randn(c.dim, o, generator=g) / c.dim**0.5}
        )  # noqa: E731
        self.layers = nn.ModuleList([draw(c.dim) for _ in range(c.num_layers)])
        self.final = draw(1)

    def forward(self, x):
        for layer in [*self.layers, self.final]:
            x = x @ layer["weight"]
        return x[:, 0]


def train(config, checkpoint=None, stop_after=None):
    c = _Config(**config)
    net = _Net(c)
    make = dict(
        sgd=torch.optim.SGD,
        adagrad=torch.optim.Adagrad,
        rmsprop=torch.optim.RMSprop,
        adam=torch.optim.Adam,
    )
    optimizer = make[c.optimizer](net.parameters(), lr=c.lr)
    done = 0
    if checkpoint is not None and os.path.isfile(checkpoint):
        saved = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        done = saved["iteration"]
    end = c.steps if stop_after is None else min(stop_after, c.steps)
    losses = np.zeros(max(end - done, 0))
    for i, step in enumerate(range(done, end)):
        source = random.Random(f"{c.seed}/{step}")
        x = torch.tensor([[source.gauss(0, 1) for _ in range(c.dim)] for _ in range(c.batch_size)])
        with torch.autocast("cpu", torch.bfloat16, enabled=c.precision == "bfloat16"):
            out = net(x)
        loss = nn.functional.mse_loss(out.float(), x @ torch.arange(c.dim).float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses[i] = loss.item()
    if checkpoint is not None:
        torch.save(
            {
                "model": net.state_dict(),
                "optimizer": optimizer.state_dict(),
                "iteration": max(done, end),
            },
            checkpoint,
        )
    return {"losses": losses, "state": dict(net.named_parameters())}
