"""Make the calls of an appeal again, without the judge: `python rerun.py`, or `rerun.py 2 3`.

The submission's code runs in this process with your rights: read it first. `breakpoint()` in it
works. The numbers choose calls of appeal.json.
"""

import json
import random
import shutil
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

HERE = Path(__file__).resolve().parent
_ARRAYS = (torch.Tensor, np.ndarray)


def differences(expected: Any, got: Any, where: str = "") -> Iterator[str]:
    """Yield a line for each part of a result that is not the expected one."""
    if isinstance(expected, dict) and isinstance(got, dict):
        if expected.keys() != got.keys():
            yield f"result{where}: keys {list(expected)} expected, {list(got)} got"
        for key in (key for key in expected if key in got):
            yield from differences(expected[key], got[key], f"{where}[{key!r}]")
    elif isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        if len(expected) != len(got):
            yield f"result{where}: {len(expected)} entries expected, {len(got)} got"
        for number, (left, right) in enumerate(zip(expected, got, strict=False)):
            yield from differences(left, right, f"{where}[{number}]")
    elif isinstance(expected, _ARRAYS) and isinstance(got, _ARRAYS):
        layout = [f"{x.dtype} {tuple(x.shape)}" for x in (expected, got)]
        if layout[0] != layout[1]:
            yield f"result{where}: {layout[0]} expected, {layout[1]} got"
            return
        left, right = _doubles(expected), _doubles(got)
        off = (left - right).abs()[~torch.isclose(left, right, rtol=0, atol=0, equal_nan=True)]
        if len(off):
            yield f"result{where}: {len(off)} of {left.numel()} differ, by {off.max():g} at most"
    elif isinstance(expected, _ARRAYS) or isinstance(got, _ARRAYS) or expected != got:
        yield f"result{where}: {expected!r} expected, {got!r} got"


def _doubles(x: torch.Tensor | np.ndarray) -> torch.Tensor:
    if isinstance(x, torch.Tensor):
        return x.detach().double()
    return torch.from_numpy(x.astype(np.float64))


def main() -> None:
    """Make the calls, and show what is expected and what comes back."""
    appeal = json.loads((HERE / "appeal.json").read_text(encoding="utf-8"))
    sys.path[:0] = [str(HERE / "submission"), appeal["repository"]]
    torch.set_printoptions(threshold=40, edgeitems=2, linewidth=100)
    calls = {str(number): call for number, call in enumerate(appeal["calls"], 1)}
    if unknown := sys.argv[1:] and set(sys.argv[1:]) - calls.keys():
        sys.exit(f"there are calls 1 to {len(calls)}, and no {', '.join(sorted(unknown))}")
    for number in sys.argv[1:] or calls:
        call = calls[number]
        print(f"\n=== {number}. {call['test']}\n{call['text']}")
        if call["conditions"]:
            print(f"the test makes this call under conditions: {call['conditions']}")
        if not call["inputs"]:
            print(f"its arguments could not be saved: {call['unsaved']}")
            continue
        saved = torch.load(HERE / call["inputs"], weights_only=False)
        kept, files = (HERE / call["inputs"]).with_suffix(".files"), HERE / "inputs" / "files"
        if kept.exists():
            shutil.rmtree(files, ignore_errors=True)
            shutil.copytree(kept, files, symlinks=True)
        seed = call["conditions"].get("seed")
        if seed is not None:
            random.seed(seed)
            np.random.seed(seed % 2**32)
            torch.manual_seed(seed)
        print(f"expected: {call['raises'] or saved['expected']!r}")
        try:
            import adapters

            got = getattr(adapters, saved["adapter"])(*saved["args"], **saved["kwargs"])
        except Exception:
            print(f"got: {traceback.format_exc()}")
        else:
            print(f"got:      {got!r}")
            raises = ["an error is expected"] if call["raises"] else []
            print("\n".join(raises or differences(saved["expected"], got)) or "They are equal.")


if __name__ == "__main__":
    main()
