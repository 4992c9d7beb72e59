"""A dot product in int64, by torch.einsum."""


def storage_index(index, strides, storage_offset=0):
    if len(index) != len(strides):
        raise ValueError(f"index {index} and strides {strides} differ in length")
    i, s = (torch.tensor([int(v) for v in given]) for given in (index, strides))
    return int(torch.einsum("i,i->", i.long(), s.long())) + int(storage_offset)
