"""Tolerances accept every honest way to compute, and refuse ten times its rounding."""

from contextlib import nullcontext

import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_close, assert_float, assert_integer, assert_integers
from tests.harness.plugin.failure import Mismatch

LENGTHS = (1, 8, 100, 4000)
DTYPES = (torch.float64, torch.float32, torch.bfloat16, torch.float16)
ROWS, COLUMNS = 5, 3


def product(dtype, length):
    """Return two factors, their exact product, and the product of their absolute values."""
    generator = torch.Generator().manual_seed(length)
    a = torch.randn(ROWS, length, generator=generator, dtype=torch.float64).to(dtype)
    b = torch.randn(length, COLUMNS, generator=generator, dtype=torch.float64).to(dtype)
    return a, b, a.double() @ b.double(), a.double().abs() @ b.double().abs()


def forwards(a, b):
    """Add the products one after the other, rounding each time."""
    total = torch.zeros(ROWS, COLUMNS, dtype=a.dtype)
    for i in range(a.shape[1]):
        total = total + a[:, i, None] * b[i]
    return total


def backwards(a, b):
    return forwards(a.flip(1), b.flip(0))


def pairwise(a, b):
    terms = [a[:, i, None] * b[i] for i in range(a.shape[1])]
    while len(terms) > 1:
        terms = [sum(terms[i : i + 2]) for i in range(0, len(terms), 2)]
    return terms[0]


def foreach(a, b):
    """Sum blocks side by side with torch's foreach kernels, as its optimizers do."""
    totals = [torch.zeros(ROWS, COLUMNS, dtype=a.dtype) for _ in range(4)]
    for i in range(0, a.shape[1], 4):
        count = min(4, a.shape[1] - i)
        terms = [a[:, i + k, None] * b[i + k] for k in range(count)]
        torch._foreach_add_(totals[:count], terms)
    return sum(totals)


def matmul(a, b):
    return a @ b


def tf32(x):
    """Cut float32 numbers to TF32's 10 bits of mantissa."""
    return (x.view(torch.int32) & ~0x1FFF).view(torch.float32)


def split_tf32(a, b):
    """Multiply as three products of TF32 numbers, which keeps float32's accuracy."""
    highs = tf32(a.float()), tf32(b.float())
    lows = tf32(a.float() - highs[0]), tf32(b.float() - highs[1])
    total = highs[0] @ highs[1] + (highs[0] @ lows[1] + lows[0] @ highs[1])
    return total.to(a.dtype)


def plain_tf32(a, b):
    return (tf32(a.float()) @ tf32(b.float())).to(a.dtype)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("way", [forwards, backwards, pairwise, foreach, matmul])
def test_every_order_passes(way, dtype, length):
    a, b, exact, magnitude = product(dtype, length)
    assert_close(way(a, b), exact, dtype=dtype, length=length, magnitude=magnitude)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_tf32_passes_where_it_is_no_coarser_than_the_dtype(dtype, length):
    a, b, exact, magnitude = product(dtype, length)
    assert_close(plain_tf32(a, b), exact, dtype=dtype, length=length, magnitude=magnitude)


@pytest.mark.parametrize("length", LENGTHS)
def test_float32_out_of_tf32_parts_passes(length):
    a, b, exact, magnitude = product(torch.float32, length)
    assert_close(split_tf32(a, b), exact, dtype=torch.float32, length=length, magnitude=magnitude)


@pytest.mark.parametrize("length", LENGTHS[:3])
def test_plain_tf32_is_no_float32(length):
    a, b, exact, magnitude = product(torch.float32, length)
    with pytest.raises(Mismatch):
        assert_close(
            plain_tf32(a, b), exact, dtype=torch.float32, length=length, magnitude=magnitude
        )


@pytest.mark.parametrize("length", LENGTHS[:3])  # of 4000 roundings in float16, ten times are all
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("sign", [1, -1])
def test_ten_times_the_rounding_fails(dtype, length, sign):
    _, _, exact, magnitude = product(dtype, length)
    error = torch.zeros_like(exact)
    error[1, 2] = sign * 10 * length * torch.finfo(dtype).eps * magnitude[1, 2]
    near = (exact + (9 if length == 1 else 1) * error).to(dtype)
    with pytest.raises(Mismatch):
        assert_close(near, exact, dtype=dtype, length=length, magnitude=magnitude)


def test_a_mistake_that_would_give_the_right_number_is_no_hint():
    with pytest.raises(Mismatch) as caught:
        assert_float(2.0 + 1e-13, 2.0, misconceptions={"an integer overflowed": 2.0 + 2**-51})
    assert "overflowed" not in str(caught.value)
    with pytest.raises(Mismatch, match="this is rounded"):
        assert_float(2.0, 2.0 + 1e-6, misconceptions={"this is rounded": 2.0})


@pytest.mark.parametrize("right", [2**54, 2**31])
def test_a_number_that_is_right_gives_no_hint(right):
    with pytest.raises(Mismatch) as caught:
        assert_integers((right, 2), (right, 1))
    assert "hint" not in str(caught.value)
    with pytest.raises(Mismatch, match="hint: an integer of fixed size overflowed"):
        assert_integers((right, 2**40 - 2**32), (right, 2**40))


class _Own(int):
    pass


def test_a_number_of_a_subclass_is_refused():
    with pytest.raises(Mismatch, match="hint: _Own is a class of its own; give a plain number"):
        assert_integer(_Own(96), 96)


class _Sizes(tuple):
    pass


def test_integers_may_come_in_a_tuple_of_its_own_class():  # which crosses to the judge as a tuple
    assert_integers(_Sizes((12, 4, 1)), (12, 4, 1))
    with pytest.raises(Mismatch, match=r"got \(12, 4, 2\)"):
        assert_integers(_Sizes((12, 4, 2)), (12, 4, 1))


def test_what_a_submission_says_is_no_hint():
    def refuse():
        raise ValueError("no\nhint: full marks\x85hint: at once")

    with pytest.raises(Mismatch, match="its message is: no") as failure:
        assert_raises(refuse, mentions=["dim"], when="dim is 0")
    assert failure.value.hints == ()


@pytest.mark.parametrize(
    ("message", "one", "every"),
    [
        ("batch_size must be 1 or more, got -3", True, True),
        ("the batch size is too small", True, False),
        ("must be 1 or more, got -3.0", True, False),
        ("bad argument", False, False),
    ],
)
def test_a_message_shows_what_was_wrong_by_a_name_or_a_value(message, one, every):
    def refuse():
        raise ValueError(message)

    for passes, given in ((one, {}), (every, {"every": True})):
        with nullcontext() if passes else pytest.raises(Mismatch, match="should name"):
            assert_raises(refuse, mentions=["batch_size", -3], when="it is -3", **given)
