"""A call that changes an argument fails, and the failure describes the change."""

import numpy as np
import pytest
import torch

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch
from tests.harness.runtime.conditions import Conditions, Observation


class Changing:
    """A caller whose calls do one thing to their argument."""

    def __init__(self, change):
        self._change = change

    def call(self, name, args, kwargs, conditions: Conditions) -> Observation:
        self._change(*args)
        return Observation()


def argument() -> list:
    return [1, "ab", torch.ones(2), np.ones(2), {"k": 1}, [2], (3,), None]


@pytest.mark.parametrize("place", range(8))
def test_a_changed_item_is_seen_whatever_it_becomes(place, tmp_path):
    for new in [*argument(), 1.5, "cd", torch.zeros(2), np.zeros(2), {}, [], None, object()]:
        given = argument()
        if type(new) is type(given[place]) and not isinstance(new, torch.Tensor | np.ndarray):
            if new == given[place]:
                continue
        elif type(new) is type(given[place]) and new.all():
            continue

        def change(items, new=new):
            items[place] = new

        with pytest.raises(Mismatch, match="run_x changed its argument number 1"):
            Adapters(Changing(change), tmp_path).run_x(given)


@pytest.mark.parametrize(
    "change",
    [
        lambda items: items.append(1),
        lambda items: items[2].add_(1),
        lambda items: items[2].unsqueeze_(0),
        lambda items: items[3].fill(2),
        lambda items: items[4].update(k=2),
        lambda items: items[4].update(j=2),
        lambda items: items[5].clear(),
    ],
)
def test_a_change_in_place_is_seen(change, tmp_path):
    with pytest.raises(Mismatch, match="run_x changed its argument number 1"):
        Adapters(Changing(change), tmp_path).run_x(argument())


class Unshowable:
    def __repr__(self):
        raise ValueError


def test_a_change_into_what_cannot_be_shown_is_seen(tmp_path):
    adapters = Adapters(Changing(lambda items: items.append(Unshowable())), tmp_path)
    with pytest.raises(Mismatch, match=r"it is .1, <Unshowable that cannot be shown>. now"):
        adapters.run_x([1])


def test_the_call_is_shown_as_it_was_made(tmp_path):
    adapters = Adapters(Changing(lambda items: items.sort()), tmp_path)
    what = r"run_x changed its argument number 1 \(\[3, 1, 2\]\): it is \[1, 2, 3\] now"
    with pytest.raises(Mismatch, match=what):
        adapters.run_x([3, 1, 2])
    assert adapters.latest_call() == "run_x([3, 1, 2])"


def test_what_is_left_alone_passes(tmp_path):
    given = [*argument(), float("nan"), torch.tensor([float("nan")])]
    Adapters(Changing(lambda items: None), tmp_path).run_x(given)
