"""The trace's memory model, compared with hand-counted bytes and with torch's own allocator."""

import gc
import threading

import numpy as np
import pytest
import torch
from support import reentrant
from torch import nn

from cs336_staff import paths  # noqa: F401  (puts the repository's root on the path)
from staff.benchmarks.scenarios import scenarios
from tests.harness.runtime.trace import StorageTracker, Trace, Tracer, allocation_size

# Blocks that only CPU calls allocate: scalars that optimizers keep or kernels wrap, and the
# generator's state that a checkpoint keeps (5056 bytes).
HOST_ONLY = (4, 8, 5056)


def trace(call, *arguments):
    tracer = Tracer(arguments)
    with tracer:
        result = call(*arguments)
    return result, tracer.trace


def allocator_counts(build):
    """Return the net and peak bytes of a scenario's call, as the CPU allocator reports them.

    Without oneDNN, whose bfloat16 matmuls take a workspace from the allocator on some CPUs.
    """
    build().call()
    profiled = torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True
    )
    with torch.backends.mkldnn.flags(enabled=False), profiled as profile:
        scenario = build()
        with torch.profiler.record_function("the call"):
            result = scenario.call()
        del result
    events = list(_walk(profile.profiler.kineto_results.experimental_event_tree()))
    (call,) = [event for event in events if event.name == "the call"]
    live = peak = 0
    for event in sorted(events, key=lambda event: event.start_time_ns):
        inside = call.start_time_ns <= event.start_time_ns < call.end_time_ns
        if event.name == "[memory]" and inside:
            size = event.typed[1].alloc_size
            if abs(size) not in HOST_ONLY:
                live += allocation_size(size) if size > 0 else -allocation_size(-size)
                peak = max(peak, live)
    return live, peak


def _walk(events):
    for event in events:
        yield event
        yield from _walk(event.children)


@pytest.mark.filterwarnings("ignore:TF32 acceleration on top of oneDNN")  # for any flag of it
@pytest.mark.parametrize("name", scenarios("cpu"))
def test_the_model_counts_what_the_allocator_gave(name):
    build = scenarios("cpu")[name]
    live, peak = allocator_counts(build)
    scenario = build()
    tracer = Tracer(scenario.arguments)
    with tracer:
        result = scenario.call()
    del result
    seen = tracer.trace
    scalars = 512 * sum(op.output_shapes == [[]] for op in seen.ops)
    assert live <= seen.retained_bytes <= live + scalars
    assert peak <= seen.peak_bytes <= peak + scalars


def test_two_matrices_of_the_lecture():
    result, seen = trace(lambda: [torch.zeros(32, 32), torch.ones(32, 32)])
    assert (seen.retained_bytes, seen.peak_bytes, seen.allocated_bytes) == (8192, 8192, 8192)
    assert len(result) == 2


def test_each_storage_is_rounded_by_itself():
    sizes = (0, 1, 511, 512, 513, 100_000)
    _, seen = trace(lambda: [torch.zeros(size, dtype=torch.uint8) for size in sizes])
    assert seen.allocated_bytes == 512 * (0 + 1 + 1 + 1 + 2 + 196)


def test_a_view_keeps_its_whole_storage_alive():
    result, seen = trace(lambda: torch.zeros(100, 128)[3, :2])
    assert (seen.retained_bytes, seen.allocated_bytes) == (51_200, 51_200)
    assert result.shape == (2,)


def test_in_place_operators_allocate_nothing():
    x = torch.ones(1000)
    _, seen = trace(lambda x: x.mul_(2).add_(1).relu_(), x)
    assert (seen.retained_bytes, seen.allocated_bytes) == (0, 0)


def test_out_variants_count_the_growth_of_out():
    x, filled, empty = torch.ones(1000), torch.empty(1000), torch.empty(0)
    _, seen = trace(lambda *_: torch.add(x, x, out=filled), x, filled)
    assert seen.allocated_bytes == 0
    _, seen = trace(lambda *_: torch.add(x, x, out=empty), x, empty)
    assert (seen.retained_bytes, seen.allocated_bytes) == (4096, 4096)


def test_a_resize_has_both_sizes_alive_for_a_moment():
    x = torch.zeros(256)
    _, seen = trace(lambda x: x.resize_(512), x)
    assert (seen.retained_bytes, seen.peak_bytes, seen.allocated_bytes) == (1024, 2048, 2048)


def test_a_resize_that_no_operator_shows_is_found():
    def call():
        x = torch.zeros(2560)
        x.untyped_storage().resize_(0)
        return x, torch.zeros(1280)

    result, seen = trace(call)
    assert (seen.retained_bytes, seen.peak_bytes) == (5120, 10_240)
    assert len(result) == 2


def test_a_resize_is_found_that_no_operator_comes_after():
    def call():
        x = torch.zeros(2560)
        x.untyped_storage().resize_(0)
        return x

    result, seen = trace(call)
    assert (seen.retained_bytes, seen.peak_bytes) == (0, 10_240)
    assert result.untyped_storage().nbytes() == 0


def test_freeing_an_existing_tensor_is_a_negative_delta():
    model = nn.Linear(64, 16, bias=False)
    model(torch.ones(1, 64)).sum().backward()
    _, seen = trace(model.zero_grad)
    assert seen.retained_bytes == 0  # the trace was not given the gradient
    model(torch.ones(1, 64)).sum().backward()
    _, seen = trace(lambda model: model.zero_grad(), model)
    assert seen.retained_bytes == -4096


def test_optimizer_state_from_before_is_known():
    param = nn.Parameter(torch.ones(128))
    optimizer = torch.optim.SGD([param], lr=0.1, momentum=0.9)
    param.grad = torch.ones(128)
    optimizer.step()
    _, seen = trace(lambda optimizer: optimizer.state.clear(), optimizer)
    assert seen.retained_bytes == -512


def test_meta_tensors_take_nothing():
    _, seen = trace(lambda: torch.zeros(10**12, device="meta") + 1)
    assert (seen.peak_bytes, seen.allocated_bytes) == (0, 0)


def test_data_lifted_into_a_tensor_counts_but_numbers_and_numpy_memory_do_not():
    array = np.ones(1000, dtype=np.float32)
    for make, expected in (
        (lambda: torch.tensor([1.0] * 1000), 4096),
        (lambda: torch.tensor(array), 4096),
        (lambda: torch.from_numpy(array), 0),
        (lambda: torch.as_tensor(array), 0),
        (lambda: torch.tensor(3.0), 0),
        (lambda: torch.zeros(()), 0),
        (lambda: torch.zeros(1), 512),
    ):
        result, seen = trace(make)
        assert seen.retained_bytes == expected
        del result


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_sparse_tensors_do_not_break_the_trace():
    indices = torch.tensor([[0, 2]])
    _, seen = trace(lambda: torch.sparse_coo_tensor(indices, torch.ones(2), (3,)).to_dense())
    assert "aten.ones" in [op.name for op in seen.ops]


def test_backward_frees_what_autograd_saved():
    width = 256

    def call(x):
        y = x
        for _ in range(8):
            y = y.exp()  # saves its result
        y.sum().backward()

    x = torch.zeros(width, requires_grad=True)
    _, seen = trace(call, x)
    assert seen.peak_bytes >= 8 * 1024
    assert seen.retained_bytes == 1024  # x.grad


def test_garbage_in_a_cycle_is_not_retained():
    def call():
        cycle = [torch.zeros(1000)]
        cycle.append(cycle)

    _, seen = trace(call)
    assert (seen.retained_bytes, seen.peak_bytes) == (0, 4096)


def test_backward_in_another_thread_is_seen():
    threads, seen = trace(reentrant.backward, torch.zeros(256, requires_grad=True))
    assert threads > 1
    assert [op.name for op in seen.ops].count("aten.zeros") == 80
    gc.collect()
    assert seen.retained_bytes == 1024  # x.grad: all else is gone


def test_the_counts_are_exact_with_several_threads():
    storages = StorageTracker()

    def churn():
        for _ in range(300):
            tensors = [torch.zeros(200) for _ in range(5)]
            for tensor in tensors:
                storages.add_new(tensor)

    threads = [threading.Thread(target=churn) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (storages.all.live, storages.all.total) == (0, 4 * 300 * 5 * 1024)


def test_copies_on_the_host_are_no_copies_to_a_device():
    _, seen = trace(lambda: torch.ones(4).to(torch.float64, non_blocking=True))
    assert {op.to_device for op in seen.ops} == {""}
    assert Trace().cuda is None and (seen.cuda is None or torch.cuda.is_initialized())


def test_agrees_with_torch_distributed_on_a_training_step():
    """`MemTracker` counts CPU bytes unrounded, so every size here is a multiple of 512 bytes."""
    from torch.distributed._tools.mem_tracker import MemTracker

    def build():
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(128, 256, bias=False), nn.Linear(256, 128, bias=False))
        return model, torch.randn(64, 128), torch.randn(64, 128)

    def call(model, x, gradient):
        model(x).backward(gradient)

    model, x, gradient = build()
    reference = MemTracker()
    reference.track_external(model, x, gradient)
    with reference:
        call(model, x, gradient)
    before = sum(t.numel() * 4 for t in (*model.parameters(), x, gradient))
    peak = reference.get_tracker_snapshot("peak")[torch.device("cpu")]["Total"] - before
    now = reference.get_tracker_snapshot("current")[torch.device("cpu")]["Total"] - before
    model, x, gradient = build()
    _, seen = trace(call, model, x, gradient)
    assert (seen.peak_bytes, seen.retained_bytes) == (peak, now)
