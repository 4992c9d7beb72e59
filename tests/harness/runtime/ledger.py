"""Count live storages as the CUDA caching allocator counts its blocks.

On CPU this is the model that memory is graded by; on CUDA it stands beside the allocator's own
counters. Every storage of up to 1 MiB takes its bytes rounded up to 512, in both. (Larger blocks
can come with up to 1 MiB to spare on CUDA, so what is compared to the byte stays below that.)

Not seen: memory that an operator takes and gives back inside itself (workspaces), and tensors made
in threads that the call starts itself; the autograd engine's own threads are seen.
"""

import threading
import weakref
from dataclasses import dataclass

import torch
from torch import Tensor

ALLOCATION_BYTES = 512


def rounded(nbytes: int) -> int:
    """Return the bytes that the allocator counts for a storage: 1000 becomes 1024."""
    return -(-nbytes // ALLOCATION_BYTES) * ALLOCATION_BYTES


@dataclass
class Account:
    """The bytes alive now, the most there were at once, and all that were ever allocated."""

    live: int = 0
    peak: int = 0
    total: int = 0


@dataclass
class _Entry:
    storage: "weakref.ref[torch.UntypedStorage]"
    accounts: tuple[Account, ...]
    nbytes: int
    counted: int


class Ledger:
    """The storages of one call, summed over all devices and for each device type."""

    def __init__(self) -> None:
        self.all = Account()
        self.devices: dict[str, Account] = {}
        self._entries: dict[int, _Entry] = {}
        self._lock = threading.RLock()

    def hold(self, tensor: Tensor) -> None:
        """Know a tensor from before the call: it counts nothing now, and less than nothing freed.

        That is how a counter moves that is read before and after.
        """
        if storage := _storage_of(tensor):
            self._enter(storage, tensor.device.type, counted=rounded(storage.nbytes()))

    def ignore(self, tensor: Tensor) -> None:
        """Meet a tensor of unknown origin: only a change of its size will count."""
        if storage := _storage_of(tensor):
            self._enter(storage, tensor.device.type, counted=0)

    def count(self, tensor: Tensor) -> int:
        """Count a tensor's storage if it is new; return the bytes it adds."""
        storage = _storage_of(tensor)
        if storage is None or storage._cdata in self._entries:
            return 0
        size = rounded(storage.nbytes())
        with self._lock:
            entry = self._enter(storage, tensor.device.type, counted=size)
            self._allocate(entry, size)
        return size

    def refresh(self, tensor: Tensor) -> int:
        """Follow a resize of a known tensor's storage; return the bytes newly allocated for it."""
        storage = _storage_of(tensor)
        entry = self._entries.get(storage._cdata) if storage else None
        return self._resize(entry, storage.nbytes()) if entry and storage else 0

    def settle(self) -> None:
        """Follow the resizes that no operator showed, such as `untyped_storage().resize_(0)`."""
        for entry in list(self._entries.values()):
            storage = entry.storage()
            if storage is not None:
                self._resize(entry, storage.nbytes())

    def _enter(self, storage: torch.UntypedStorage, device: str, counted: int) -> _Entry:
        with self._lock:
            key = storage._cdata
            if key not in self._entries:
                accounts = (self.all, self.devices.setdefault(device, Account()))
                freed = weakref.ref(storage, lambda _: self._free(key))
                self._entries[key] = _Entry(freed, accounts, storage.nbytes(), counted)
            return self._entries[key]

    def _allocate(self, entry: _Entry, size: int) -> None:
        if any(account.live + size > account.peak for account in entry.accounts):
            self.settle()  # what was freed by a silent resize must not stand in a peak
        for account in entry.accounts:
            account.live += size
            account.total += size
            account.peak = max(account.peak, account.live)

    def _resize(self, entry: _Entry, nbytes: int) -> int:
        """Allocate the new size, then give the old one back, as storages are resized."""
        with self._lock:
            if nbytes == entry.nbytes:
                return 0
            size, old = rounded(nbytes), rounded(entry.nbytes)
            entry.nbytes = nbytes
            entry.counted += size - old
            self._allocate(entry, size)
            for account in entry.accounts:
                account.live -= old
        return size

    def _free(self, key: int) -> None:
        with self._lock:
            entry = self._entries.pop(key, None)
            for account in entry.accounts if entry else ():
                account.live -= entry.counted if entry else 0


def _storage_of(tensor: Tensor) -> torch.UntypedStorage | None:
    if tensor.is_meta:
        return None
    try:
        return tensor.untyped_storage()
    except (NotImplementedError, RuntimeError):  # sparse and opaque tensors have no one storage
        return None
