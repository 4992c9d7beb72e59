"""What the pages show and hide, with hostile names and texts."""

import html.parser
import re
import shutil
from dataclasses import replace

import pytest
from support.made_class import HINT, MISTAKEN, judge, write_submission
from support.points import ON_CPU

from cs336_staff.compare.units import reference_units
from cs336_staff.report.class_page import _bins, class_page, write_class_report
from cs336_staff.report.pages import write_pages, write_student_page
from cs336_staff.results.record import build_results
from cs336_staff.results.run_folder import load_results
from tests.harness.plugin.failure import Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import Measurement

pytest_plugins = ["support.made_pages"]
VOID = {"meta", "link", "input", "rect", "line", "br", "wbr", "img"}


class Tags(html.parser.HTMLParser):
    """Check that a page's tags match, and gather them."""

    def __init__(self, text):
        super().__init__()
        self.seen, self.open = [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def pages(out):
    return sorted(out.rglob("*.html"))


def test_every_page_is_whole_and_loads_nothing(out):
    assert len(pages(out)) == 4 + 2 * 8 + 1
    for page in pages(out):
        tags = Tags(page.read_text()).seen
        for tag, attributes in tags:
            assert not any(name.startswith("on") or name == "style" for name in attributes)
            assert tag not in ("iframe", "object", "form", "base")
            assert not re.match(r"https?:|//", attributes.get("src", attributes.get("href", "")))
        scripts = [tag for tag, _ in tags if tag == "script"]
        assert len(scripts) == (page.name in ("index.html", "changes.html", "pairs.html"))


def test_hostile_texts_are_shown_and_not_obeyed(out):
    for page in pages(out):
        text = page.read_text()
        assert "<script>alert" not in text and "<img" not in text
        assert "\u202e" not in text and "\x1b" not in text
    assert "&lt;script&gt;alert" in (out / "cleo" / "report.html").read_text()


def test_the_students_page_has_the_score_the_problems_and_the_hints(out):
    text = (out / "ben" / "report.html").read_text()
    assert f"{ON_CPU - 5} <small>of {ON_CPU} points" in text
    assert HINT in text and "expected 4, got 5" in text
    assert "<code>adam</code>" in text and "asynchronous_copy" in text
    assert "test_<wbr>adam_<wbr>at_<wbr>the_<wbr>edges" in text
    assert text.count("expected 4, got 5") == 2  # once for both tests of each problem


def test_an_error_of_several_problems_is_unfolded_once(tmp_path):
    for line, unfolded in (("raised: adapters.py, line 9: import x", 1), ("message: of each", 3)):
        failed = [f"verdict: {name}=failed" for name in ("tensor_bytes", "sgd", "adam")]
        folder = write_submission(tmp_path / str(unfolded), *failed, line)
        page = write_student_page(folder, build_results("ivy", judge(folder, 7)))
        found = [tag for tag in Tags(page.read_text()).seen if tag == ("details", {"open": None})]
        assert len(found) == unfolded


def test_what_cannot_be_graded_says_why_once(out):
    text = (out / "fay" / "report.html").read_text()
    assert text.count("not a zip file") == 1


def test_the_students_page_holds_no_reference_code_and_no_seed(out):
    """No student's page has a line of the reference that the stubs do not have."""
    secret = {
        line.strip()
        for unit in reference_units(False)
        for _, line in unit.lines
        if re.search(r"[=(]", line) and len(line.strip()) > 25
    }
    assert len(secret) > 100
    for page in out.glob("*/report.html"):
        text = page.read_text()
        assert not [line for line in secret if line in text]
        assert "ta.html" not in text and not re.search(r"\bSeed\b", text)
    assert "x.element_size()" in re.sub("</?mark>", "", (out / "hal" / "ta.html").read_text())


def test_a_page_depends_on_its_results_alone(out, tmp_path):
    shutil.copytree(out, tmp_path / "copy")
    for page in [*(tmp_path / "copy").glob("*/report.html"), tmp_path / "copy" / "index.html"]:
        page.unlink()
    write_class_report(tmp_path / "copy", load_results(out))
    for page in (tmp_path / "copy").rglob("*.html"):
        original = out / page.relative_to(tmp_path / "copy")
        assert page.read_bytes() == original.read_bytes()


def test_the_tas_page_has_every_test_and_the_diff(out):
    text = (out / "hal" / "ta.html").read_text()
    assert "tensor_bytes, 0 of 1 point<" in text
    assert f"{2 * len(load_problems())} tests and their times" in text
    assert "Seed 7" in text and "a made judge" in text
    missing = re.search("Only the reference has.*\n.*", text)[0]
    assert "optim.Adam.step" in missing and "memory.tensor_bytes" not in missing


def test_the_class_in_numbers(out):
    page = class_page(load_results(out))
    assert sum(bin_.count for bin_ in page.bins) == page.ran == 7
    assert len(page.rows) == 9
    rates = {row.id: row for row in page.problems}
    assert (rates["adagrad"].passed, rates["adagrad"].ran) == (3, 7)
    assert rates["memory_deltas"].rate == -1 or rates["memory_deltas"].passed == 0
    [hint] = page.hints
    assert (hint.text, hint.count) == (HINT, 4)
    assert {"adagrad", "tensor_bytes"} <= set(hint.problems)
    assert {row.folder for row in page.failed} == {"fay", "gus"}
    assert "adagrad" not in next(row.search for row in page.rows if row.folder == "fay")
    assert page.slowest[0] == max(page.rows, key=lambda row: row.results.execution_time)


@pytest.mark.parametrize("points", [[], [0], [80], [0, 80], list(range(81))])
def test_any_class_has_a_distribution(points):
    bins = _bins(points, 80)
    assert sum(bin_.count for bin_ in bins) == len(points)
    assert bins[0].label.startswith("0") and bins[-1].label.endswith("80")


@pytest.mark.parametrize(
    ("most", "labels"),
    [
        (100, "0–9 10–19 20–29 30–39 40–49 50–59 60–69 70–79 80–89 90–100"),
        (15, "0–1 2–3 4–5 6–7 8–9 10–11 12–13 14–15"),
        (11, "0–1 2–3 4–5 6–7 8–9 10–11"),
        (3, "0 1 2 3"),
        (0, "0"),
    ],
)
def test_the_ranges_of_a_distribution_are_equal_except_the_last(most, labels):
    bins = _bins(list(range(most + 1)), most)
    assert [bin_.label for bin_ in bins] == labels.split()
    for bin_ in bins:
        first, _, last = bin_.label.partition("–")
        assert bin_.count == int(last or first) - int(first) + 1


def test_where_there_are_no_pages_the_class_page_says_why_and_links_none(tmp_path):
    results = build_results("ada", judge(write_submission(tmp_path / "ada"), 1))
    results.extra_data.no_pages = "signal 9"
    write_class_report(tmp_path, {"ada": results})
    text = (tmp_path / "index.html").read_text()
    assert "none: signal 9" in text and 'href="ada/' not in text


def test_an_empty_class_has_a_page(tmp_path):
    assert write_class_report(tmp_path, {}).to_look_at() == ""
    assert "0 of 0 shown" in (tmp_path / "index.html").read_text()


def test_pages_of_one_submission_can_be_written_by_themselves(tmp_path):
    folder = write_submission(tmp_path / "s", modules={"memory": MISTAKEN})
    results = build_results("s", judge(folder, 1))
    write_pages(tmp_path, results, folder)
    assert "tensor_bytes" in (tmp_path / "ta.html").read_text()


MEASURED = Measurement(
    name="4096³ matmul",
    dtype="bfloat16",
    device="NVIDIA H100 80GB HBM3",
    flops=2 * 4096**3,
    seconds=2.5e-4,
    bytes=6 * 4096**2,
)


def test_each_reason_why_problems_were_not_run_is_reported(tmp_path):
    results = build_results("s", judge(write_submission(tmp_path / "s"), 1))
    reasons = iter(["too noisy", "too old", "too noisy"])
    results.extra_data.problems = [
        replace(row, failure=Failure(next(reasons, "none"))) if row.status == "not run" else row
        for row in results.extra_data.problems
    ]
    text = write_student_page(tmp_path, results).read_text()
    noisy = "<code>matmul_throughput</code> (4 points), <code>memory_deltas</code>"
    assert f"<p>{noisy} (4 points): too noisy</p>" in text
    assert "<p><code>mixed_precision_throughput</code> (4 points): too old</p>" in text


def test_a_name_breaks_after_an_underscore(tmp_path):
    results = build_results("s", judge(write_submission(tmp_path / "s"), 1))
    text = write_student_page(tmp_path, results).read_text()
    assert "<code>mixed_<wbr>precision_<wbr>throughput</code>" in text


def test_what_was_measured_on_a_gpu_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    results = build_results("s", judge(write_submission(tmp_path / "s"), 1))
    step = replace(MEASURED, name="a step", seconds=0.04, flops=2e13, own=0.0366, bytes=None)
    results.extra_data.measured = [MEASURED, replace(step, device="unknown"), step]
    text = write_student_page(tmp_path, results).read_text()
    cells = "".join(f'<td class="number">{cell}</td>' for cell in ("40", "36.6", "500"))
    assert f'{cells}<td class="number"></td>' in text  # of an unknown device no MFU is known
    assert f'{cells}<td class="number">0.51</td>' in text
    assert text.count("a step</th>") == 2 and "a step: " not in text  # without bytes: not drawn
    assert "Measured throughput" in text and "TFLOP/s in bfloat16, MFU 0.56 on NVIDIA H100" in text
    assert text == write_student_page(tmp_path, results).read_text()  # the same bytes each time
