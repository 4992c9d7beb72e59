"""The notebook for a borrowed GPU, run without one: what it unpacks, runs and draws."""

import json
import shutil
import zipfile

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from cs336_staff.paths import ROOT, SOLUTION
from cs336_staff.release.student_copy import COPIED, files_in_git

NOTEBOOK = ROOT / "staff" / "notebooks" / "gpu.ipynb"
# One row of `measured` in scores.json, as test_cuda_throughput.py records it on a device.
MEASURED = {
    "name": "4096³ matmul",
    "dtype": "bfloat16",
    "device": "NVIDIA H100 80GB HBM3",
    "flops": 2 * 4096**3,
    "seconds": 2e-4,
    "bytes": 3 * 4096**2 * 2,
}


@pytest.fixture
def upload(tmp_path):
    """Return a folder with a student's whole assignment in a zip file, as it is uploaded."""
    folder = tmp_path / "content"
    folder.mkdir()
    with zipfile.ZipFile(folder / "my work.zip", "w") as file:
        for name in files_in_git(ROOT, (*COPIED, "adapters.py", "cs336_basics")):
            file.write(ROOT / name, f"my work/{name}")
    return folder


def _run(notebook, folder):
    client = NotebookClient(
        notebook, timeout=600, startup_timeout=600, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()


def _text(cell):
    return "".join(output.get("text", "") for output in cell.outputs)


def test_the_tests_run_and_what_they_measure_is_drawn(upload):
    shutil.make_archive(str(upload / "handed_in"), "zip", SOLUTION)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    cells = {cell.id: cell for cell in notebook.cells}
    measure = f"scores.write_text({json.dumps({'measured': [MEASURED]})!r})"
    drawn = nbformat.v4.new_code_cell(cells["roofline"].source)
    notebook.cells += [nbformat.v4.new_code_cell(measure), drawn]  # as if there were a device
    _run(notebook, upload)
    assert _text(cells["unpack"]).count("my work") == 1, "the tests' folder, and no submission's"
    assert "no CUDA device" in _text(cells["device"])
    assert "not run, 20 points apart" in _text(cells["run"])
    assert "no roofline" in _text(cells["roofline"])
    assert "4096³ matmul in bfloat16: 687 TFLOP/s, MFU 0.69" in _text(drawn)
    assert any("image/png" in output.get("data", ()) for output in drawn.outputs)


def test_two_submissions_are_one_too_many(upload):
    for name in ("ada", "bob"):
        shutil.make_archive(str(upload / name), "zip", SOLUTION)
    with pytest.raises(CellExecutionError, match="at most one submission"):
        _run(nbformat.read(NOTEBOOK, as_version=4), upload)
