"""The roofline plot and the figures beside it."""

import xml.etree.ElementTree as ElementTree

import pytest
import torch
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from cs336_staff.report.charts import Measured, _fill, describe, draw, measured_matmul

H200 = "NVIDIA H200"
BF16, FP32 = torch.bfloat16, torch.float32
WORKS = [
    measured_matmul("matmul 4096", BF16, 4096, 2 * 4096**3 / 700e12),
    measured_matmul("matmul 4096", FP32, 4096, 2 * 4096**3 / 50e12),
    Measured("add", FP32, 1e6, 12e6, 12e6 / 4e12),
]


def test_a_matmul_counts_its_flops_and_the_bytes_of_three_matrices():
    work = WORKS[0]
    assert (work.flops, work.bytes) == (137_438_953_472, 100_663_296)
    assert work.intensity == pytest.approx(4096 / 3)
    assert work.flop_per_sec == pytest.approx(700e12)


def test_mfu_is_of_the_same_dtype_and_of_a_known_device():
    assert WORKS[0].mfu(H200) == pytest.approx(700 / 989.5)
    assert WORKS[1].mfu(H200) == pytest.approx(50 / 67)
    assert "MFU 0.71 on NVIDIA H200" in describe(WORKS[0], H200)
    assert "bfloat16" in describe(WORKS[0], H200)


@pytest.mark.parametrize("device", ["NVIDIA H100 80GB HBM3 MIG 1g.10gb", "NVIDIA A10", "cpu"])
def test_an_unknown_device_has_no_mfu(device):
    assert WORKS[0].mfu(device) is None
    assert "MFU" not in describe(WORKS[0], device)


def test_more_than_the_peak_is_an_error_and_no_mfu():
    lie = measured_matmul("unsynchronized", BF16, 4096, 8e-6)
    assert lie.is_error(H200)
    assert lie.mfu(H200) is None
    assert "error of measurement" in describe(lie, H200)
    assert not lie.is_error("unknown")


@pytest.mark.parametrize("device", [H200, "unknown", "Tesla T4"])
def test_both_files_are_drawn_and_are_the_same_each_time(tmp_path, device):
    lie = measured_matmul("unsynchronized", BF16, 4096, 8e-6)
    svg, png = draw([*WORKS, lie], device, tmp_path / "a.roofline")
    again = draw([*WORKS, lie], device, tmp_path / "b.roofline")
    assert (svg.name, png.name) == ("a.roofline.svg", "a.roofline.png")
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert [file.read_bytes() for file in (svg, png)] == [file.read_bytes() for file in again]
    text = " ".join(ElementTree.parse(svg).getroot().itertext())
    assert "1  matmul 4096, bfloat16" in text and "2  matmul 4096, float32" in text
    assert ("989.5 TFLOP/s" in text) == (device == H200)
    assert ("error of measurement" in text) == (device != "unknown")
    assert ("no roof, no MFU" in text) == (device == "unknown")


def test_a_name_with_markup_stays_text(tmp_path):
    work = Measured("<script>alert(1)</script> $x_1$", FP32, 1e9, 1e6, 1e-3)
    svg, _ = draw([work], "<b>device</b>", tmp_path / "r")
    assert "<script>" not in svg.read_text(encoding="utf-8")
    assert "$x_1$" in " ".join(ElementTree.parse(svg).getroot().itertext())


@pytest.mark.parametrize("works", [WORKS, WORKS[:2], WORKS[1:2]])
def test_no_name_stands_on_the_axis(works):
    figure = Figure(figsize=(7, 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    _fill(axes, works, H200)
    figure.draw_without_rendering()
    lowest = min(text.get_window_extent().y0 for text in axes.texts)
    assert lowest > axes.get_window_extent().y0


def test_bad_measurements_are_refused(tmp_path):
    with pytest.raises(ValueError, match="works"):
        draw([], H200, tmp_path / "r")
    with pytest.raises(ValueError, match="seconds"):
        draw([Measured("x", FP32, 1.0, 1.0, 0.0)], H200, tmp_path / "r")
