"""FLOPs of a Transformer: handout §5.5 and §5.6."""

import itertools

import pytest
import torch
from torch import nn

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.runtime.trace import Tracer

FACTOR = "this counts products alone; a multiplication and an addition are 2 FLOPs"


def _refuses_negative_sizes(run, names, rng):
    for first, second in itertools.product(range(len(names)), repeat=2):
        for bad, other in ((-1, 0), (-rng.integer(20, 99), -1)):
            sizes = dict(zip(names, range(2, 2 + len(names)), strict=True))
            sizes.update({names[second]: other, names[first]: bad})
            negative = {name: size for name, size in sizes.items() if size < 0}
            assert_raises(
                lambda sizes=sizes: run(*sizes.values()),
                mentions=[{*negative}, {*negative.values()}],
                when=", ".join(f"{name} is {size}" for name, size in sizes.items()),
            )


def _layers(num_layers, d_model, d_ff, vocab_size):
    """Return the linear layers of a small Transformer: each block's, and the output head."""
    widths = [(d_model, d_model)] * 4 + [(d_model, d_ff), (d_ff, d_model)]
    blocks = [[nn.Linear(*pair, bias=False) for pair in widths] for _ in range(num_layers)]
    return blocks, nn.Linear(d_model, vocab_size, bias=False)


def _parameters(blocks, head):
    layers = [head, *(layer for block in blocks for layer in block)]
    return sum(layer.weight.numel() for layer in layers)


def _forward_flops(batch, seq, blocks, head, heads):
    """Run a Transformer of these layers; return the FLOPs."""
    x = torch.empty(batch, seq, head.in_features)

    def split(x):
        return x.view(batch, seq, heads, x.shape[-1] // heads).transpose(1, 2)

    with Tracer() as tracer:
        for q, k, v, output, up, down in blocks:
            scores = split(q(x)) @ split(k(x)).mT
            mixed = scores.softmax(-1) @ split(v(x))
            x = x + output(mixed.transpose(1, 2).flatten(2))
            x = x + down(up(x).relu())
        head(x)
    return tracer.trace.flops


@pytest.mark.problem("transformer_parameters")
def test_transformer_parameters_agrees_with_a_real_one(adapters, rng):
    for layers in (1, 3, 5):
        d, ff, vocab = rng.integer(4, 40), rng.integer(41, 90), rng.integer(91, 200)
        expected = _parameters(*_layers(layers, d, ff, vocab))
        hints = {
            "queries, keys, values and output are four matrices a block": expected - layers * d * d,
            "the feed-forward layer has two matrices, up and down": expected - layers * d * ff,
            "the output head, vocab_size × d_model, is missing": expected - vocab * d,
            "an embedding is looked up, it is not counted here": expected + vocab * d,
            "there is one output head, not one a block": expected + (layers - 1) * vocab * d,
            "d_ff is given; it need not be 4 · d_model": 12 * layers * d * d + vocab * d,
            "biases are not counted": expected + layers * (5 * d + ff),
            "norms are not counted": expected + 2 * layers * d,
            "the feed-forward layer has two matrices, no gate": expected + layers * d * ff,
        }
        actual = adapters.run_transformer_parameters(layers, d, ff, vocab)
        what = f"{layers} layers, d_model {d}, d_ff {ff}, vocab_size {vocab}"
        assert_integer(actual, expected, misconceptions=hints, what=what)


@pytest.mark.problem("transformer_parameters")
def test_transformer_parameters_at_the_edges(adapters, rng):
    run = adapters.run_transformer_parameters
    d, ff, vocab = rng.shape(3, 2, 99)
    expected = 3 * (4 * d * d + 2 * d * ff) + vocab * d
    # Each call below differs from this one in a single argument.
    assert_integer(run(3, d, ff, vocab), expected, what="3 layers")
    assert_integer(run(0, d, ff, vocab), vocab * d, what="no layers")
    assert_integer(run(3, d, ff, 0), 3 * (4 * d * d + 2 * d * ff), what="vocab_size 0")
    assert_integer(run(3, d, 0, vocab), 12 * d * d + vocab * d, what="d_ff 0")
    assert_integer(run(3, 0, ff, vocab), 0, what="d_model 0")
    for kind, *sizes in rng.integer_sizes(3, 30):
        d, ff, vocab = map(int, sizes)
        expected = 5 * (4 * d * d + 2 * d * ff) + vocab * d
        assert_integer(run(kind(5), *sizes), expected, what=f"{kind.__name__}s")


SIZES = ("num_layers", "d_model", "d_ff", "vocab_size")


@pytest.mark.problem("transformer_parameters")
def test_transformer_parameters_refuses_negative_sizes(adapters, rng):
    _refuses_negative_sizes(adapters.run_transformer_parameters, SIZES, rng)


@pytest.mark.problem("transformer_forward_flops")
def test_transformer_forward_flops_agrees_with_torch(adapters, rng):
    for layers, heads in ((1, 1), (3, 4), (5, 2)):
        # Sizes that keep mistakes apart: batch is above 2, d_model above 2 · seq.
        batch, seq = rng.choice([4, 6, 7]), rng.integer(9, 20)
        d, ff, vocab = 4 * rng.integer(11, 14), rng.integer(61, 90), rng.integer(91, 200)
        ff += ff == 2 * (d - seq)  # else a gate costs what d scores instead of seq cost
        model = _layers(layers, d, ff, vocab)
        expected = _forward_flops(batch, seq, *model, heads)
        scores = layers * 2 * batch * seq * seq * d
        head = 2 * batch * seq * d * vocab
        hints = {
            FACTOR: expected // 2,
            "every token takes 2 FLOPs for each parameter, not 1": expected // 2 + scores,
            "every token takes 2 FLOPs for each parameter; 6 is for training": 3 * expected
            - 4 * scores,
            "the parameters are used for every token, not once a sequence": 2 * scores
            + (expected - 2 * scores) // seq,
            "in every block there is attention": expected - 2 * scores * (layers - 1) // layers,
            "a score takes d_model products for each pair of tokens, seq × seq of them": expected
            - 2 * scores
            + 2 * scores // seq * d,
            "attention itself is missing: scores q·k and the weighted sum of values; 2 × tokens × "
            "parameters leaves it out": expected - 2 * scores,
            "attention takes two matmuls, scores and weighted sum, each over the full square "
            "of seq × seq: the mask saves nothing, and each product is 2 FLOPs": expected - scores,
            "the mask saves no FLOPs: every query meets every key": expected
            - layers * 2 * batch * seq * (seq - 1) * d,
            "d_ff is given; it need not be 4 · d_model": expected
            + layers * 4 * batch * seq * d * (4 * d - ff),
            "the head runs for every token, not for the last alone": expected
            - (seq - 1) * head // seq,
            "the output head is missing": expected - head,
            "an embedding is looked up, it costs no matmul": expected + head,
            "the head runs once, not in every block": expected + (layers - 1) * head,
            "q, k, v and output projection are four matmuls": expected
            - layers * 2 * batch * seq * d * d,
            "the feed-forward layer has two matmuls": expected - layers * 2 * batch * seq * d * ff,
            "the feed-forward layer has no gate, which would be a third matmul": expected
            + layers * 2 * batch * seq * d * ff,
            "attention looks within a sequence, not over the whole batch": expected
            + 2 * scores * (batch - 1),
            "in every sequence of the batch there is attention": expected
            - 2 * scores * (batch - 1) // batch,
            "attention is over a square: every query meets every key": expected
            - 2 * scores * (seq - 1) // seq,
            "this is for one sequence; the batch has more": expected // batch,
            "this is a training step; forward alone is a third of it": 3 * expected,
        }
        actual = adapters.run_transformer_forward_flops(batch, seq, layers, d, ff, vocab)
        what = f"batch {batch}, seq {seq}, {layers} layers, widths {d}, {ff}, {vocab}"
        assert_integer(actual, expected, misconceptions=hints, what=what)


@pytest.mark.problem("transformer_forward_flops")
def test_transformer_forward_flops_at_the_edges(adapters, rng):
    run = adapters.run_transformer_forward_flops
    b, s, d, ff, v = rng.shape(5, 2, 30)
    expected = _forward_flops(b, s, *_layers(2, d, ff, v), 1)
    # Each call below but the last differs from this one in a single argument.
    assert_integer(run(b, s, 2, d, ff, v), expected, what="2 layers")
    assert_integer(run(b, s, 0, d, ff, v), 2 * b * s * d * v, what="no layers")
    for arguments in ((0, s, 2, d, ff, v), (b, 0, 2, d, ff, v), (b, s, 2, 0, ff, v)):
        assert_integer(run(*arguments), 0, what=f"sizes {arguments}")
    block = 2 * b * s * d * 2
    assert_integer(run(b, s, 2, d, ff, 0), expected - 2 * b * s * d * v, what="vocab_size 0")
    assert_integer(run(b, s, 2, d, 0, v), expected - 2 * block * ff, what="d_ff 0")
    assert_integer(run(1, 1, 1, 1, 1, 1), 2 * (4 + 2 + 2 + 1), what="all sizes 1")


@pytest.mark.problem("transformer_forward_flops")
def test_transformer_forward_flops_is_exact_for_any_integers(adapters, rng):
    for kind, *sizes in rng.integer_sizes(5, 16):
        b, s, d, ff, v = map(int, sizes)
        expected = 2 * b * s * (7 * (4 * d * d + 2 * d * ff + 2 * s * d) + d * v)
        actual = adapters.run_transformer_forward_flops(*sizes[:2], kind(7), *sizes[2:])
        assert_integer(actual, expected, what=f"{kind.__name__}s")


@pytest.mark.problem("transformer_forward_flops")
def test_transformer_forward_flops_refuses_negative_sizes(adapters, rng):
    names = ("batch", "seq", *SIZES)
    _refuses_negative_sizes(adapters.run_transformer_forward_flops, names, rng)
