"""A wrong answer's hints name no mistake that it did not make."""

from types import SimpleNamespace

import pytest

from cs336_staff.audit.corpus import build, load_corpus
from tests.harness.expected.tensors import _apply

# Entries whose mistake fails several tests, and how all of their hints begin.
HINTS = {
    "checkpoint/save_checkpoint_no_buffers": ["parameters and buffers"],
    "checkpoint/save_checkpoint_load_key_misspelled": [],
    "data/get_batch_sorted_starts": ["the rows are sorted"],
    "data/get_batch_sorted_backwards": ["the rows are sorted"],
    "data/get_batch_stratified": ["draw each row's start", "rows are drawn independently"],
    "data/get_batch_stratified_in_order": [
        "the rows are sorted",
        "draw each row's start independently",
        "rows are drawn independently",
    ],
    "memory/max_parameters_bfloat16_halves_all": ["bfloat16 does not halve all"],
    "memory/max_parameters_values_for_bytes": ["this divides by 4"],
    "memory/round_to_bfloat16_converts_to_int32": ["x.to(torch.int32) converts"],
    "memory/round_to_bfloat16_converts_to_int32_and_back": ["x.to(torch.int32) converts"],
    "memory/round_to_bfloat16_keeps_19_bits": ["this keeps more than the upper 16 bits"],
    "memory/round_to_bfloat16_nan_is_infinity": ["infinity is no NaN"],
    "memory/round_to_bfloat16_zeros": [],
    "mixed_precision/mixed_precision_step_error_in_low_precision": ["the loss was taken in low"],
    "mixed_precision/mixed_precision_step_squares_rounded": ["the loss was taken in low"],
    "optim/adagrad_no_eps": ["eps is left out", "the eps given has no effect", "by default: lr"],
    "optim/rmsprop_eps_squared": ["eps is squared inside", "by default: lr"],
    "tensors/causal_mask_all_false": [],
    "tensors/gather_zeros": [],
    "tensors/storage_index_multiplies_what_came_before": ["this multiplies what came before"],
    "tensors/storage_index_sorts_strides": ["the strides need not fall"],
    "tensors/storage_index_stride_of_zero_is_one": ["a stride of 0 is 0"],
    "tensors/view_metadata_slice_one_too_many": ["stop is not included"],
    "tensors/view_metadata_slice_start_before_the_beginning": ["a start before the beginning"],
    "tensors/view_metadata_slice_stop_past_the_end": ["a stop past the end is the end"],
    "tensors/view_metadata_transpose_strides_of_a_new_tensor": [
        "use the view's own strides, not those of a new tensor",
        "the strides change places too; here they are as before",
    ],
    "training/train_gradients_pile_up": ["gradients pile up"],
    "training/train_steps_twice": ["the steps are twice as long"],
}


@pytest.fixture(scope="module")
def corpus():
    return {entry.label: entry for entry in load_corpus()}


@pytest.mark.parametrize("label", HINTS)
def test_each_hint_is_of_the_mistake_made(warm, corpus, tmp_path, label):
    entry = corpus[f"wrong/{label}"]
    run = warm(build(entry, tmp_path), f"--problems={entry.problem}")
    failing = [test for test in run.scores.tests if test.outcome == "failed"]
    hints = [hint for test in failing for hint in test.failure.hints]
    assert failing
    assert [hint for hint in hints if not hint.startswith(tuple(HINTS[label]))] == []


@pytest.mark.parametrize("error", ["AttributeError('no such name')", "RuntimeError('no')"])
def test_code_that_cannot_run_gets_no_hint(warm, submission, error):
    broken = submission(
        f"def _broken(*args, **kwargs):\n    raise {error}\n\n\n"
        "globals().update({name: _broken for name in globals() if name.startswith('run_')})",
        "adapters.py",
    )
    _assert_no_hint(warm(broken))


def test_a_missing_adapter_gets_no_hint(warm, reference):
    (reference / "adapters.py").write_text("")
    _assert_no_hint(warm(reference))


def _assert_no_hint(run):
    assert {row.status for row in run.scores.problems} <= {"failed", "not run"}
    hinted = [test.text for test in run.scores.tests if test.failure and test.failure.hints]
    assert hinted == []


def test_an_adapter_that_counts_the_bytes_of_no_device_fails(warm, submission):
    counted = "_counted = run_ring_all_reduce\n\n\n"
    uncounted = "def run_ring_all_reduce(tensors):\n    return _counted(tensors)[0], []\n"
    run = warm(submission(counted + uncounted, "adapters.py"), "--problems=ring_all_reduce")
    assert any("expected the bytes of 3 devices, got []" in test.text for test in run.scores.tests)


def test_a_negative_size_is_refused_where_torch_allows_it():
    x = SimpleNamespace(expand=lambda sizes: SimpleNamespace(shape=sizes))  # as on Windows
    with pytest.raises(RuntimeError, match="negative"):
        _apply(x, ("expand", (-3, 6)))
