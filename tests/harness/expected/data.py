"""Check files of tokens, and batches: where windows start, and whether the starts are random."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from tests.harness.checks.checkpoint_files import read_regular
from tests.harness.checks.values import assert_same_elements, assert_tensor
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.plugin.inputs import Rng
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.describe import describe


def distinct_tokens(rng: Rng, count: int) -> np.ndarray:
    """Return `count` different tokens in random order, so that a token identifies its position."""
    dtype = np.uint16 if count < 2**15 else np.int32
    largest = 2 * count + 100
    return (largest - rng.numpy.choice(largest, size=count, replace=False)).astype(dtype)


def observe_get_batch(
    adapters: Adapters,
    dataset: np.ndarray,
    batch_size: int,
    context_length: int,
    device: Any = "cpu",
    **conditions: Any,
) -> Observation:
    """Call run_get_batch under conditions, and check the form of x and y.

    Raises:
        BaseException: the call's own error.
        Mismatch: x or y has another type, shape or dtype.
    """
    seen = adapters.observed(**conditions).run_get_batch(
        dataset, batch_size, context_length, device
    )
    pair = seen.value
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        fail(f"get_batch should return the pair (x, y), it returned {describe(pair)}")
    for name, value in zip("xy", pair, strict=True):
        expected = (int(batch_size), int(context_length))
        assert_tensor(value, expected, torch.int64, what=name)
    return seen


def assert_batch(seen: Observation, dataset: np.ndarray) -> np.ndarray:
    """Assert that x and y are windows of a dataset of distinct tokens; return their starts."""
    x, y = seen.result
    tokens = torch.from_numpy(dataset.astype(np.int64))
    starts = _locate(x[:, 0], x, tokens)
    num_starts = len(tokens) - x.shape[1]
    places = starts[:, None] + torch.arange(x.shape[1])
    if starts.max() >= num_starts or not torch.equal(x, tokens[places]):
        _fail_on_x(x, y, starts, tokens)
    if not torch.equal(y, tokens[places + 1]):
        mistakes = _y_mistakes(x, y, places, tokens)
        assert_same_elements(y, tokens[places + 1], misconceptions=mistakes, what="y")
    return starts.numpy()


def _locate(values: Tensor, x: Tensor, tokens: Tensor) -> Tensor:
    """Return the position in `tokens` of each of these values of x; fail if one is not there."""
    found = _places(values, tokens)
    strange = values[tokens[found] != values]
    if len(strange):
        hints = ["the dataset's values must come through unchanged, whatever its dtype and strides"]
        if not x.any():
            hints = ["all of x is 0: copy the dataset's tokens into it"]
        elif (x >= 0).all() and (x < len(tokens)).all() and (x.diff() == 1).all():
            hints = ["this looks like a position; look up the token at that position"]
        fail(f"x holds {int(strange[0])}, a token that the dataset does not have", *hints)
    return found


def _places(values: Tensor, tokens: Tensor) -> Tensor:
    order = tokens.argsort()
    rank = torch.searchsorted(tokens[order], values.contiguous())
    return order[rank.clamp(max=len(tokens) - 1)]


def _fail_on_x(x: Tensor, y: Tensor, starts: Tensor, tokens: Tensor) -> None:
    if torch.equal(x, x.double().long()) and not torch.equal(tokens, tokens.double().long()):
        given = "x holds nothing but tokens that float64 can hold; the dataset has others"
        fail(given, "the tokens were float64 on the way, which rounds beyond 2⁵³")
    places = _locate(x, x, tokens)
    order = "the tokens of a row of x are not in the dataset's order"
    if (places.diff(dim=1) == -1).all():
        fail(order, "the rows run backwards")
    if x.shape[1] > 2 and (x.diff(dim=1) > 0).all():
        fail(order, "the tokens of each row are sorted")
    last = len(tokens) - x.shape[1] - 1
    if starts.max() > last:
        swapped = x.shape[1] > 1 and torch.equal(x[:, :-1], y[:, 1:])
        hints = ["x and y have changed places"] if swapped else []
        fail(f"a row of x starts at {int(starts.max())}; valid starts are 0 to {last}", *hints)
    expected = tokens[starts[:, None] + torch.arange(x.shape[1])]
    mistakes = {
        "the tokens were float64 on the way, which rounds beyond 2⁵³": expected.double().long()
    }
    assert_same_elements(x, expected, misconceptions=mistakes, what="x")


def _y_mistakes(x: Tensor, y: Tensor, places: Tensor, tokens: Tensor) -> dict[str, Tensor]:
    own = _locate_or_none(y, tokens)
    unknown_last = tokens[places + 1]
    unknown_last[:, -1] = 0
    mistakes = {
        "y equals x; the target of a token is the token after it": x,
        "this adds 1 to the tokens; y holds the tokens that are one position further on": x + 1,
        "y is moved on by two places": tokens[(places + 2).clamp(max=len(tokens) - 1)],
        "y is moved back by one place; the target should be the token after": tokens[places - 1],
        "the last target of each row is its own first token": x.roll(-1, dims=1),
        "the last target of each row is 0; read one token more than x holds": unknown_last,
        "y is moved on across rows": x.flatten().roll(-1).view_as(x),
    }
    if own is not None and not any(torch.equal(y, wrong) for wrong in mistakes.values()):
        mistakes["y comes from windows of its own; draw the starts once for both"] = own
    return mistakes


def _locate_or_none(y: Tensor, tokens: Tensor) -> Tensor | None:
    """Return y if its rows are windows of the dataset, else None."""
    places = _places(y, tokens)
    genuine = torch.equal(tokens[places], y) and bool((places.diff(dim=1) == 1).all())
    return y if genuine else None


def assert_independent(starts: np.ndarray, num_starts: int, what: str = "the starts") -> None:
    """Assert that many starts look uniform on [0, num_starts) and independent of each other.

    The cyclic differences and sums of independent uniform starts are uniform too. Every check has a
    false-alarm probability below 1e-10: see _is_uniform; for a start that never comes it is
    num_starts · exp(-rows / num_starts), at 32 rows a start 1000 · 1.3e-14.
    """
    counts = np.bincount(starts, minlength=num_starts)
    _assert_none_missing(counts, what, starts)
    if not _is_uniform(counts):
        fail(f"{what} are not uniform: some come too often, others too rarely")
    half = len(starts) // 2
    for first, second, words in (
        (starts[:-1], starts[1:], "a row and the next one"),
        (starts[:-2], starts[2:], "a row and the one after the next"),
        (starts[:half], starts[half : 2 * half], "the first and the second half"),
        (starts[:half], starts[::-1][:half], "the first rows and the last ones"),
    ):
        for related in (second - first, second + first):
            if not _is_uniform(np.bincount(related % num_starts, minlength=num_starts)):
                fail(
                    f"{what} depend on each other: {words} are related",
                    pattern_hint(starts, num_starts)
                    or "draw each row's start independently of the others",
                )


def _assert_none_missing(counts: np.ndarray, what: str, starts: np.ndarray) -> None:
    missing = np.flatnonzero(counts == 0)
    if not len(missing):
        return
    hints = []
    if missing.tolist() == [len(counts) - 1]:
        hints = ["exactly len(dataset) - context_length starts are valid, the last one included"]
    elif missing.tolist() == [0]:
        hints = ["the first window starts at 0"]
    elif len(missing) == len(counts) - 1:
        hints = ["every row is the same window; draw a start for each"]
    elif len(missing) > 1:
        hints = [pattern_hint(starts, len(counts)) or spacing_hint(starts)]
    shown = ", ".join(map(str, missing[:5])) + (" …" if len(missing) > 5 else "")
    total = int(counts.sum())
    fail(
        f"{what} should be drawn from 0 to {len(counts) - 1}; of {total} drawn, none is {shown}"
        f" ({len(missing)} of {len(counts)} missing)",
        *hints,
    )


def _is_uniform(counts: np.ndarray) -> bool:
    """Return whether counts could come from a uniform draw (χ², false alarm below 1e-12).

    P(χ² > k + 2√(kt) + 2t) and P(χ² < k - 2√(kt)) are at most exp(-t) for k degrees of freedom
    (Laurent and Massart, Annals of Statistics 28, 2000, lemma 1); here t = 30.
    """
    k, t = len(counts) - 1, 30
    expected = counts.sum() / len(counts)
    statistic = float(((counts - expected) ** 2).sum() / expected)
    if statistic < k - 2 * math.sqrt(k * t):
        fail(
            "every start comes as often as the others to the row: they are dealt out, not drawn",
            "draw each row's start independently, so that one may come twice",
        )
    return statistic <= k + 2 * math.sqrt(k * t) + 2 * t


def pattern_hint(starts: np.ndarray, num_starts: int) -> str:
    """Return a hint if the starts have a known pattern; "" if they have none."""
    ascents = np.diff(starts)
    if ascents.any() and ((ascents >= 0).all() or (ascents <= 0).all()):
        return "the rows are sorted by their start; leave them in the order drawn"
    steps, often = np.unique(ascents % num_starts, return_counts=True)
    step, share = int(steps[often.argmax()]), often.max() / len(ascents)
    _, counts = np.unique(starts, return_counts=True)
    by_chance = ((counts / len(starts)) ** 2).sum()  # most frequent step of independent rows: 0
    if share > by_chance + 1 / 4:
        if step == 0:
            return "rows are repeated; draw a start for each"
        return f"starts grow by {step} from row to row; draw each on its own"
    return ""


def spacing_hint(starts: np.ndarray, least: int = 2) -> str:
    """Return a hint if all starts are multiples of `least` or more apart; "" if they are not."""
    spacing = int(np.gcd.reduce(np.diff(np.unique(starts))))
    if spacing < least:
        return ""
    return f"one in {spacing} comes at most; windows may overlap, and start anywhere"


def token_bytes(tokens: np.ndarray, dtype: Any) -> bytes:
    """Return what a file of tokens holds."""
    return tokens.astype(np.dtype(dtype).newbyteorder("<")).tobytes()


def assert_token_file(
    path: Path, tokens: np.ndarray, dtype: Any, *, earlier: bytes = b"", when: str = ""
) -> None:
    """Assert that a file holds tokens as `write_tokens` writes them."""
    expected = token_bytes(tokens, dtype)
    content = read_regular(path)
    if content == expected:
        return
    wrong = {
        "dtype says how wide a token is in the file": token_bytes(tokens, tokens.dtype),
        "the lowest byte of a token comes first": tokens.astype(
            np.dtype(dtype).newbyteorder(">")
        ).tobytes(),
        "the earlier file is replaced, not continued": earlier + expected,
        "tokens are bytes here, not text": "".join(f"{token}\n" for token in tokens).encode(),
        "the tokens are in the order given": token_bytes(np.sort(tokens), dtype),
    }
    hints = [text for text, other in wrong.items() if other == content]
    if expected and content.startswith((np.lib.format.MAGIC_PREFIX, b"\x80", b"PK")):
        hints = ["the file has tokens and nothing else: no header"]
    fail(
        f"{when or 'after the call'}, {path.name} has {len(content)} bytes, the first of them "
        f"{content[:8].hex(' ')}; {len(tokens)} tokens of {np.dtype(dtype)} are {len(expected)} "
        f"bytes, {expected[:8].hex(' ')} …",
        *hints,
    )


def assert_opened(actual: Any, tokens: np.ndarray, content: bytes, what: str) -> None:
    """Assert that `open_tokens` gave a read-only memory map of these tokens of a file."""
    if not isinstance(actual, np.ndarray):
        fail(f"{what}: expected an np.memmap, got {describe(actual)}")
    if actual.flags.writeable and actual.size:
        fail(
            f"{what}: the array can be written to",
            "np.memmap with mode='r' neither reads the file nor changes it; its own default may",
        )
    if actual.dtype != tokens.dtype:
        fail(f"{what}: expected tokens of {tokens.dtype}, got {actual.dtype}")
    if type(actual) is not np.memmap:
        fail(f"{what}: expected an np.memmap, got a {type(actual).__name__}", _MAP)
    if actual.shape != tokens.shape:
        whole = len(content) // tokens.itemsize
        hints = []
        if actual.shape == (whole,) and whole != len(tokens):
            hints = ["a .npy file's header is no tokens: they begin behind it"]
        elif whole != len(tokens):
            hints = ["a .npy file's header says how long it is: it is not always 128 bytes"]
        fail(f"{what}: expected {len(tokens)} tokens, got shape {actual.shape}", *hints)
    if not np.array_equal(actual, tokens):
        at = int(np.flatnonzero(actual != tokens)[0])
        swapped = np.array_equal(actual.byteswap(), tokens)
        fail(
            f"{what}: token {at} is {actual[at]}, expected {tokens[at]}",
            *(["the lowest byte of a token comes first"] if swapped else []),
        )


_MAP = "np.memmap reads the pages that are touched, and no others"
