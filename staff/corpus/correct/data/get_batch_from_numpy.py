"""Gives torch slices of the dataset, which it refuses if they run backwards."""


def get_batch(dataset, batch_size, context_length, device):
    if batch_size < 1 or context_length < 1:
        raise ValueError(f"got batch_size {batch_size}, context_length {context_length}")
    if len(dataset) <= context_length:
        raise ValueError(f"context_length {context_length} needs more than {len(dataset)} tokens")
    starts = torch.randint(len(dataset) - int(context_length), (int(batch_size),)).tolist()
    parts = [torch.from_numpy(dataset[i : i + context_length + 1]) for i in starts]
    batch = torch.stack(parts).to(torch.int64).to(device)
    return batch[:, :-1], batch[:, 1:]
