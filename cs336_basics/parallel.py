"""Many devices: shards of the training state, and sums over a ring. Handout §12.5 and §12.6."""

from collections.abc import Callable, Sequence

from torch import Tensor


def zero_bytes(
    num_parameters: int, num_devices: int, stage: int, optimizer: str, precision: str
) -> dict[str, int]:
    """Return the bytes of training state on the fullest device, with ZeRO of this stage.

    Stage 0 keeps everything on every device. Stage 1 shards the optimizer state, stage 2 the
    gradients too, stage 3 the parameters too. A shard is ⌈num_parameters / num_devices⌉ whole
    elements. 7.5e9 parameters, Adam and bfloat16 on 64 devices take 120e9 bytes on each device in
    stage 0, 31406250000 in stage 1, 16640625000 in stage 2 and 1875000000 in stage 3.

    Args:
        num_parameters: number of parameters of the model, 0 or more.
        num_devices: number of devices, 1 or more.
        stage: 0, 1, 2 or 3.
        optimizer: "sgd", "momentum", "adagrad", "rmsprop" or "adam". They keep 0, 1, 1, 1 and
            2 float32 values for each parameter.
        precision: "float32", 4 bytes for every value; or "bfloat16", 2 bytes for parameters and
            gradients. Then each parameter's float32 master copy counts under optimizer_state,
            since only the optimizer's step uses it.

    Returns:
        A dict with the keys parameters, gradients, optimizer_state and total.

    Raises:
        ValueError: num_parameters is negative, num_devices is below 1, stage is not 0 to 3, or
            optimizer or precision is unknown.

    Handout §12.5.
    """
    raise NotImplementedError("problem zero_bytes: see handout §12.5")


def ring_all_reduce(
    tensors: Sequence[Tensor], send: Callable[[int, int, Tensor], Tensor]
) -> list[Tensor]:
    """Sum one tensor of each device so that every device has the sum, over a ring.

    Device i sends to device (i + 1) % N only, one chunk in each round. N - 1 rounds of
    reduce-scatter leave each device with the sum of one chunk, N - 1 rounds of all-gather pass
    these sums round. Each device sends 2·(N - 1) chunks of 1/N of a tensor, whatever N is: with
    3 devices and 6 float32 elements, 4 chunks of 2 elements, 32 bytes. For the tensors [1, 2],
    [10, 20] every device gets [11, 22].

    Args:
        tensors: of each device, one or more; all of one shape and dtype, integers too. What a
            device does may use no other device's tensor, but for what `send` brought.
        send: `send(source, target, chunk)` carries a chunk of at most ⌈numel / N⌉ elements from
            device source to the next one, target, and returns it as it arrived there, a copy.
            In a round a device sends what it held before the round: what arrives in a round is
            there for the next one.

    Returns:
        For each device the sum, in a new tensor of the given shape and dtype; the same to the
        bit on all devices. One device sends nothing.

    Raises:
        ValueError: tensors is empty, or their shapes or dtypes differ.

    Handout §12.6.
    """
    raise NotImplementedError("problem ring_all_reduce: see handout §12.6")
