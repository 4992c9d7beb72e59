"""The roofline plot, and the figures in its legend."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
import torch

from cs336_staff.report.charts import (
    _figure,
    _intensity,
    describe,
    draw,
    is_error,
    measured_matmul,
    mfu,
)
from tests.harness.plugin.scores import Measurement

H200 = "NVIDIA H200"
BF16, FP32 = torch.bfloat16, torch.float32
WORKS = [
    measured_matmul("matmul 4096", BF16, 4096, 2 * 4096**3 / 700e12, H200),
    measured_matmul("matmul 4096", FP32, 4096, 2 * 4096**3 / 50e12, H200),
    Measurement("add", "float32", H200, 1e6, 12e6 / 4e12, bytes=12e6),
]
LIE = measured_matmul("unsynchronized", BF16, 4096, 8e-6, H200)


def on(device, works=WORKS):
    return [replace(work, device=device) for work in works]


def test_a_matmul_counts_its_flops_and_the_bytes_of_three_matrices():
    work = WORKS[0]
    assert (work.flops, work.bytes) == (137_438_953_472, 100_663_296)
    assert _intensity(work) == pytest.approx(4096 / 3)
    assert work.flop_per_sec == pytest.approx(700e12)


def test_mfu_is_of_the_same_dtype_and_of_a_known_device():
    assert mfu(WORKS[0]) == pytest.approx(700 / 989.5)
    assert mfu(WORKS[1]) == pytest.approx(50 / 67)
    assert "MFU 0.71 on NVIDIA H200" in describe(WORKS[0])
    assert "bfloat16" in describe(WORKS[0])


@pytest.mark.parametrize("device", ["NVIDIA H100 80GB HBM3 MIG 1g.10gb", "NVIDIA A10", "cpu"])
def test_an_unknown_device_has_no_mfu(device):
    assert mfu(on(device)[0]) is None
    assert "MFU" not in describe(on(device)[0])


def test_more_than_the_peak_is_an_error_and_no_mfu():
    assert is_error(LIE)
    assert mfu(LIE) is None
    assert "error of measurement" in describe(LIE)
    assert not is_error(replace(LIE, device="unknown"))


@pytest.mark.parametrize("device", [H200, "unknown", "Tesla T4"])
def test_both_formats_are_drawn_and_are_the_same_each_time(tmp_path, device):
    works = on(device, [*WORKS, LIE])
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    for file in (svg, png):
        draw(works, file)
        draw(works, tmp_path / f"again{file.suffix}")
        assert file.read_bytes() == (tmp_path / f"again{file.suffix}").read_bytes()
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    text = " ".join(ElementTree.parse(svg).getroot().itertext())
    assert "1  matmul 4096, bfloat16" in text and "2  matmul 4096, float32" in text
    assert ("989.5 TFLOP/s" in text) == (device == H200)
    assert ("error of measurement" in text) == (device != "unknown")
    assert ("no roof, no MFU" in text) == (device == "unknown")


def test_a_name_with_markup_stays_text(tmp_path):
    work = replace(WORKS[2], name="<script>alert(1)</script> $x_1$", device="<b>device</b>")
    draw([work], tmp_path / "r.svg")
    text = (tmp_path / "r.svg").read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "$x_1$" in " ".join(ElementTree.fromstring(text).itertext())


@pytest.mark.parametrize("works", [[*WORKS, LIE], WORKS[:2], WORKS[1:2]])
def test_no_text_overlaps_another_or_leaves_the_picture(works):
    figure = _figure(works)
    figure.draw_without_rendering()
    (axes,) = figure.axes
    lowest = min(text.get_window_extent().y0 for text in axes.texts)
    assert lowest > axes.get_window_extent().y0
    legend, label = axes.get_legend().get_window_extent(), axes.xaxis.label.get_window_extent()
    assert legend.y1 < label.y0
    shown = [axes.get_tightbbox(), axes.get_legend().get_window_extent()]
    assert all(figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 for box in shown)
    assert all(figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1 for box in shown)


def test_bad_measurements_are_refused(tmp_path):
    with pytest.raises(ValueError, match="works"):
        draw([], tmp_path / "r.svg")
    with pytest.raises(ValueError, match="seconds"):
        draw([replace(WORKS[2], seconds=0.0)], tmp_path / "r.svg")
