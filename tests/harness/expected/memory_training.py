"""What training keeps in memory: the right bytes, and the mistakes one makes instead."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.harness.checks.values import assert_integer, integer_error_hints, is_integer
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

OPTIMIZER_VALUES = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
PRECISIONS = ("float32", "bfloat16")


def choices() -> Iterator[list[str]]:
    """Give each optimizer and precision, as new strings, which `is` tells from any other."""
    for names in itertools.product(OPTIMIZER_VALUES, PRECISIONS):
        yield ["".join(list(name)) for name in names]


def training_sizes(
    parameters: int, activations: int, optimizer: str, precision: str
) -> dict[str, int]:
    """Return the result of `training_bytes`."""
    full = precision == "float32"
    sizes = {
        "parameters": parameters * (4 if full else 6),
        "gradients": parameters * (4 if full else 2),
        "optimizer_state": parameters * 4 * OPTIMIZER_VALUES[optimizer],
        "activations": activations * (4 if full else 2),
    }
    return {**sizes, "total": sum(sizes.values())}


def assert_training_sizes(
    actual: Any,
    parameters: int,
    activations: int,
    optimizer: str,
    precision: str,
    *,
    misconceptions: Mapping[str, Mapping[str, int]] | None = None,
    what: str = "",
) -> None:
    """Assert the bytes of so many parameters and activations, in the dict of `training_bytes`.

    Args:
        actual: what the submission returned.
        parameters: how many there are.
        activations: how many there are.
        optimizer: its name.
        precision: "float32" or "bfloat16".
        misconceptions: for each key of the dict, sentences and the bytes that mistakes give.
        what: what else was given, for the message.
    """
    hints = {
        "parameters": "bfloat16 keeps 2 bytes to compute with and a 4-byte master copy"
        if precision == "bfloat16"
        else "4 bytes each in float32",
        "gradients": "a gradient has its parameter's compute precision: 4 bytes, 2 in bfloat16",
        "optimizer_state": "values a parameter, 4 bytes each: sgd 0, adam 2, the others 1",
        "activations": "4 bytes each in float32, 2 in bfloat16",
        "total": "the sum of the other four",
    }
    expected = training_sizes(parameters, activations, optimizer, precision)
    _assert_keys(actual, expected)
    for key, value in expected.items():
        known = (misconceptions or {}).get(key, {}).items()
        wrong = {text: size for text, size in known if size != value}
        if is_integer(actual[key]) and actual[key] not in wrong.values():
            rounded = integer_error_hints(int(actual[key]), value)
            count = parameters if key == "parameters" else activations
            miscounted = known and actual[key] % max(count, 1)  # the bytes of each are right
            wrong = {} if rounded or miscounted else {hints[key]: actual[key]}
        label = f"{key} with {optimizer} in {precision}{what and f', {what}'}"
        assert_integer(actual[key], value, misconceptions=wrong, what=label)


def _assert_keys(actual: Any, expected: Mapping[str, int]) -> None:
    keys = f"expected a dict with exactly the keys {', '.join(expected)}"
    if not isinstance(actual, dict):
        fail(f"{keys}; got {describe(actual)}")
    if set(actual) != set(expected):
        odd = {
            "missing": [key for key in expected if key not in actual],
            "unexpected": [str(key) for key in actual if key not in expected],
        }
        found = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in odd.items() if names)
        master = any("master" in key.lower() for key in odd["unexpected"])
        hint = "the master copy of bfloat16 parameters counts among the parameters"
        fail(f"{keys}; {found}", hint if master else "")


@dataclass(frozen=True)
class Step:
    """The sizes of one training step of a Transformer.

    Attributes:
        batch: number of sequences.
        seq: tokens in each.
        layers: number of blocks.
        d: width of the model.
        heads: number of attention heads.
        ff: width inside the feed-forward layer.
        vocab: number of tokens that the head tells apart.
        checkpointed: whether the blocks' activations are computed again.
    """

    batch: int
    seq: int
    layers: int
    d: int
    heads: int
    ff: int
    vocab: int
    checkpointed: bool = False

    def parameters(self, *, square: int = 4, wide: int = 2, head: int = 1) -> int:
        """Return the number of parameters, with so many matrices of each shape."""
        block = square * self.d**2 + wide * self.d * self.ff
        return self.layers * block + head * self.vocab * self.d

    def block(self, *, d: int = 8, ff: int = 2, scores: int = 2) -> int:
        """Return the activations of a block, with so many tensors of each size."""
        widths = d * self.d + ff * self.ff + scores * self.heads * self.seq
        return self.batch * self.seq * widths

    def end(self, *, d: int = 1, vocab: int = 2) -> int:
        """Return the activations of the end, with so many tensors of each size."""
        return self.batch * self.seq * (d * self.d + vocab * self.vocab)

    def kept(self, block: int | None = None, end: int | None = None) -> int:
        """Return the activations that are kept, if a block and the end have so many."""
        block = self.block() if block is None else block
        end = self.end() if end is None else end
        if not self.checkpointed:
            return self.layers * block + end
        return self.layers * self.inputs() + (block if self.layers else 0) + end

    def inputs(self) -> int:
        """Return the numbers in the input of a block."""
        return self.batch * self.seq * self.d

    def mistakes(self, optimizer: str, precision: str) -> dict[str, dict[str, int]]:
        """Return the bytes of wrong counts, by key and by what is wrong."""
        width = 4 if precision == "float32" else 2
        sizes = {text: width * count for text, count in self._wrong_activations().items()}
        sizes[f"all activations have {width} bytes each in {precision}"] = (6 - width) * self.kept()
        if precision == "bfloat16":
            softmax = 2 * self.kept(end=self.end(vocab=3))
            sizes = {text: size for text, size in sizes.items() if size != softmax}
            sizes["their softmax has 2 bytes in bfloat16, as the logits have"] = softmax
            sizes["logits and their softmax have 2 bytes in bfloat16, as all activations"] = (
                2 * self.kept() + 2 * self.end(d=0)
            )
        each = training_sizes(1, 0, optimizer, precision)["parameters"]
        parameters = {text: each * count for text, count in self._wrong_parameters().items()}
        return {"parameters": parameters, "activations": sizes}

    def _wrong_parameters(self) -> dict[str, int]:
        return {
            "a block has four matrices of d_model × d_model: queries, keys, values, output": (
                self.parameters(square=3)
            ),
            "the feed-forward layer has two matrices of d_model × d_ff": self.parameters(wide=1),
            "the feed-forward layer has two matrices, no gate": self.parameters(wide=3),
            "the output head, vocab_size × d_model, is missing": self.parameters(head=0),
            "an embedding is looked up, it is not counted here": self.parameters(head=2),
            "d_ff is given; it need not be 4 · d_model": replace(self, ff=4 * self.d).parameters(),
        }

    def _wrong_activations(self) -> dict[str, int]:
        batch, seq, layers = self.batch, self.seq, self.layers
        square = batch * self.heads * seq * seq
        wrong = {
            "scores are kept for each head": self.block(scores=0) + 2 * batch * seq * seq,
            "scores are kept for each sequence of the batch": self.block(scores=0)
            + 2 * self.heads * seq * seq,
            "a score is one number; a head's width is summed over": self.block(scores=0)
            + 2 * square * self.d,
            "scores are seq × seq numbers for each head, not one a token": self.block(scores=0)
            + 2 * batch * seq * self.heads,
            "scores are a square: with a causal mask, too": self.block(scores=0)
            + self.heads * batch * seq * (seq + 1),
            "d_ff is given; it need not be 4 · d_model": replace(self, ff=4 * self.d).block(),
        }
        wrong = {text: self.kept(block=block) for text, block in wrong.items()}
        for count in set(range(12)) - {8}:
            text = "a block keeps 8 tensors of d_model numbers a token: two norms, q, k, v, the "
            text += f"weighted sum, the output projection, W2's output; here it is {count}"
            wrong[text] = self.kept(block=self.block(d=count))
        for count in (0, 1, 3):
            text = "numbers a token are kept of W1's output and of the activation function's"
            wrong[f"d_ff {text}; here {count} times d_ff"] = self.kept(block=self.block(ff=count))
            text = f"the scores and their softmax are kept, two tensors; here it is {count}"
            wrong[text] = self.kept(block=self.block(scores=count))
            text = f"the logits and their softmax are kept, two tensors; here it is {count}"
            wrong[text] = self.kept(end=self.end(vocab=count))
        wrong |= {
            "the end is missing: the final norm, the logits and their softmax": self.kept(end=0),
            "the final norm's numbers are missing": self.kept(end=self.end(d=0)),
            "the end is kept once, not in each block": self.kept(end=layers * self.end()),
            "the logits of every token are kept, not the last one's alone": self.kept(
                end=self.inputs() + 2 * batch * self.vocab
            ),
            "this is for one sequence; the batch has more": replace(self, batch=1).kept(),
        }
        if not self.checkpointed:
            again = replace(self, checkpointed=True).kept()
            return wrong | {"without checkpointed, all blocks are kept": again}
        inputs, block, end = self.inputs(), self.block(), self.end()
        own = {
            "with checkpointed, not all blocks are kept": layers * block + end,
            "one block is computed again, and has all of its activations": layers * inputs + end,
            "the input of the block that is computed again counts as well": end
            + (layers - 1) * inputs
            + block,
            "one block at a time is computed again, not all": layers * (inputs + block) + end,
            "where there is no block, none is computed again": layers * inputs + block + end,
        }
        if layers > 1:
            own["the inputs of all blocks are kept, too"] = block + end
        # What is miscounted without checkpointed, too, was found there.
        return {text: n for text, n in wrong.items() if n not in own.values()} | own
