"""The pages: in a browser, without a network, with hostile names and texts."""

import html.parser
import io
import json
import re
import shutil

import pytest
from made_class import HINT, HOSTILE, judge, made_judge, make_uploads, write_submission
from rich.console import Console

from cs336_staff.batch import find_submissions, grade_class
from cs336_staff.diff import reference_units
from cs336_staff.report import write_class_report, write_student_page, write_ta_page
from cs336_staff.report.class_page import class_content
from cs336_staff.results import build_results, write_results

MISTAKEN = "def tensor_bytes(x):\n    return x.numel() * 4\n"


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """Return a small class's folder of results, with a submission of a hostile name added."""
    folder = tmp_path_factory.mktemp("class")
    uploads = make_uploads(folder / "uploads")
    wrong = "verdict: tensor_bytes=failed"
    write_submission(uploads / "hal", wrong, modules={"memory": MISTAKEN})
    console = Console(file=io.StringIO())
    entries = find_submissions([uploads])
    grade_class(entries, folder / "out", make_judge=made_judge, seed=7, console=console)
    results = build_results(HOSTILE + "\u202e\x1b", judge(uploads / "ben", 7))
    results["extra_data"]["students"] = [{"name": HOSTILE}, {"name": "Zoë & Söhne"}]
    write_results(folder / "out" / "zed #1?&%41", results)
    write_class_report(folder / "out")
    return folder / "out"


VOID = {"meta", "link", "input", "rect", "line", "br", "img"}


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
    assert len(pages(out)) == 1 + 2 * 8 + 1
    for page in pages(out):
        tags = Tags(page.read_text()).seen
        for tag, attributes in tags:
            assert not any(name.startswith("on") or name == "style" for name in attributes)
            assert tag not in ("iframe", "object", "form", "base")
            assert not re.match(r"https?:|//", attributes.get("src", attributes.get("href", "")))
        scripts = [tag for tag, _ in tags if tag == "script"]
        assert len(scripts) == (page.name == "index.html")


def test_hostile_texts_are_shown_and_not_obeyed(out):
    for page in pages(out):
        text = page.read_text()
        assert "<script>alert" not in text and "<img" not in text
        assert "\u202e" not in text and "\x1b" not in text
    assert "&lt;script&gt;alert" in (out / "cleo" / "report.html").read_text()


def test_the_students_page_has_the_score_the_problems_and_the_hints(out):
    text = (out / "ben" / "report.html").read_text()
    assert "75 <small>of 80 points" in text and HINT in text and "expected 4, got 5" in text
    assert "<code>adam</code>" in text and "asynchronous_copy" in text
    assert "test_adam_at_the_edges" in text


def test_what_cannot_be_graded_says_why_once(out):
    text = (out / "fay" / "report.html").read_text()
    assert text.count("not a zip file") == 1


def test_the_students_page_holds_no_reference_code_and_no_seed(out):
    """Lines of the reference that a student's stubs do not have must be in no student's page."""
    secret = {
        line.strip()
        for unit in reference_units()
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
    write_class_report(tmp_path / "copy")
    for page in (tmp_path / "copy").rglob("*.html"):
        original = out / page.relative_to(tmp_path / "copy")
        assert page.read_bytes() == original.read_bytes()


def test_the_tas_page_has_every_test_and_the_diff(out):
    text = (out / "hal" / "ta.html").read_text()
    assert "tensor_bytes, 0 of 1 points" in text and "94 tests and their times" in text
    assert "Seed 7" in text and "a made judge" in text


def test_the_class_in_numbers(out):
    content = class_content(
        {file.parent.name: json.loads(file.read_bytes()) for file in out.glob("*/results.json")}
    )
    assert sum(bin_["count"] for bin_ in content["bins"]) == len(content["rows"]) == 9
    rates = {row["id"]: row for row in content["problems"]}
    assert (rates["adagrad"]["passed"], rates["adagrad"]["ran"]) == (3, 9)
    assert rates["memory_deltas"]["rate"] == -1 or rates["memory_deltas"]["passed"] == 0
    common = {(hint["problem"], hint["text"]): hint["count"] for hint in content["hints"]}
    assert common["adagrad", HINT] == 3 and common["tensor_bytes", HINT] == 1
    assert {row["folder"] for row in content["failed"]} == {"fay", "gus"}
    assert content["slowest"][0]["seconds"] == max(row["seconds"] for row in content["rows"])


@pytest.mark.parametrize("points", [[], [0], [80], [0, 80], list(range(81))])
def test_any_class_has_a_distribution(points):
    from cs336_staff.report.class_page import _bins

    bins = _bins(points, 80)
    assert sum(bin_["count"] for bin_ in bins) == len(points)
    assert bins[0]["label"].startswith("0") and bins[-1]["label"].endswith("80")


def test_an_empty_class_has_a_page(tmp_path):
    assert "0 of 0 shown" in write_class_report(tmp_path).read_text()


def test_pages_of_one_submission_can_be_written_by_themselves(tmp_path):
    folder = write_submission(tmp_path / "s", modules={"memory": MISTAKEN})
    results = build_results("s", judge(folder, 1))
    assert write_student_page(tmp_path, results).read_text()
    assert "tensor_bytes" in write_ta_page(tmp_path, results, folder).read_text()


MEASURED = {
    **{"name": "4096³ matmul", "device": "NVIDIA H100 80GB HBM3", "dtype": "bfloat16"},
    **{"flops": 2 * 4096**3, "bytes": 6 * 4096**2, "seconds": 2.5e-4},
}


def test_what_was_measured_on_a_gpu_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    results = build_results("s", judge(write_submission(tmp_path / "s"), 1))
    results["extra_data"]["measured"] = [MEASURED]
    text = write_student_page(tmp_path, results).read_text()
    assert "Measured throughput" in text and "TFLOP/s in bfloat16, MFU 0.56 on NVIDIA H100" in text
    assert text == write_student_page(tmp_path, results).read_text()  # the same bytes each time


# In a browser.


CHROMIUM = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    webdriver = pytest.importorskip("selenium.webdriver")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        pytest.skip("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in CHROMIUM:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.chrome.service.Service(driver)
    with webdriver.Chrome(options=options, service=service) as chrome:
        chrome.get("about:blank")
        chrome.get_log("performance")  # what its own first page asked for
        yield chrome


@pytest.fixture
def visit(browser):
    """Return `visit(file)`; afterwards, no page may have erred or asked for anything else."""

    def go(file):
        browser.get(file.as_uri())
        return browser

    yield go
    assert browser.get_log("browser") == []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            assert message["params"]["request"]["url"].startswith(("file://", "data:"))


def column(browser, number):
    script = "return [...document.querySelectorAll('#class tbody tr:not([hidden])')].map("
    return browser.execute_script(f"{script}row => row.cells[{number}].textContent)")


def test_sorting_by_mouse_and_keyboard(out, visit):
    browser = visit(out / "index.html")
    header = browser.find_elements("css selector", "#class th[scope=col]")[2]
    button = header.find_element("tag name", "button")
    button.click()
    assert header.get_attribute("aria-sort") == "ascending"
    scores = [int(text.split()[0]) for text in column(browser, 2)]
    assert scores == sorted(scores) and scores[0] < scores[-1]
    button.send_keys("\ue007")  # Enter
    assert header.get_attribute("aria-sort") == "descending"
    assert [int(text.split()[0]) for text in column(browser, 2)] == sorted(scores)[::-1]
    sorted_by = browser.find_elements("css selector", "#class th[aria-sort]")
    assert len(sorted_by) == 1


def test_problems_sort_by_section_as_numbers(out, visit):
    browser = visit(out / "index.html")
    table = browser.find_element("css selector", "#problems + .scroll table")
    for _ in range(2):
        table.find_elements("tag name", "button")[1].click()
    text = [row.text for row in table.find_elements("css selector", "tbody td:nth-child(2)")]
    assert text.index("§9.4") < text.index("§10.1") < text.index("§13.5")


def test_filtering(out, visit):
    browser = visit(out / "index.html")
    box = browser.find_element("id", "filter-text")
    box.send_keys("ADA")
    assert "ada" in column(browser, 0) and "eve" not in column(browser, 0)
    assert browser.find_element("id", "shown").text == f"{len(column(browser, 0))} of 9 shown"
    box.clear()
    box.send_keys("adagrad")
    assert column(browser, 0)[:2] == ["ben", "cleo"]
    box.clear()
    box.send_keys("not a zip")
    assert column(browser, 0) == ["fay"]
    box.send_keys("zzz")
    assert browser.find_element("id", "shown").text == "0 of 9 shown"
    box.clear()
    box.send_keys(" ")
    choice = browser.find_element("id", "filter-result")
    choice.find_element("xpath", "option[text()='full marks']").click()
    assert column(browser, 0) == ["ada"]


def test_every_link_leads_to_a_page(out, visit):
    browser = visit(out / "index.html")
    links = browser.execute_script("return [...document.links].map(link => link.href)")
    targets = sorted({link for link in links if "#" not in link})
    assert len(targets) == 2 * 9
    for target in targets:
        name = target.rsplit("/", 2)[1]
        if name.startswith("zed") and target.endswith("ta.html"):
            continue  # the added one has a student's page alone
        browser.get(target)
        assert browser.find_element("tag name", "h1").text
    browser.get((out / "ben" / "ta.html").as_uri())
    browser.find_element("link text", "The class").click()
    assert browser.current_url == (out / "index.html").as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", ["index.html", "cleo/report.html", "hal/ta.html"])
def test_a_page_fits_a_phone_and_follows_the_colour_scheme(out, visit, browser, page, scheme):
    size = {"width": 360, "height": 800, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    visit(out / page)
    try:
        assert browser.execute_script("return document.documentElement.scrollWidth") == 360
        script = "return getComputedStyle(document.body).backgroundColor"
        colour = [int(part) for part in re.findall(r"\d+", browser.execute_script(script))]
        assert (sum(colour[:3]) > 600) == (scheme == "light")
        assert browser.execute_script(CONTRAST) == []
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


# Texts whose contrast with what is behind them is below WCAG's 4.5.
CONTRAST = """
const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
  .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const parse = text => text.match(/[\\d.]+/g).map(Number);
const behind = element => {
  for (let e = element; e; e = e.parentElement) {
    const colour = parse(getComputedStyle(e).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
};
const bad = [];
for (const element of document.querySelectorAll("main *, footer")) {
  const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  if (!own || element.closest("svg")) continue;
  const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(luminance);
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) bad.push([element.outerHTML.slice(0, 80), ratio]);
}
return bad.slice(0, 5);
"""


def test_a_screen_reader_finds_its_way(out, visit):
    browser = visit(out / "index.html")
    script = """return {
      tables: [...document.querySelectorAll("table")].every(t => t.caption && t.tHead),
      headers: [...document.querySelectorAll("th")].every(th => th.scope),
      inputs: [...document.querySelectorAll("input, select")].every(i => i.labels.length),
      pictures: [...document.querySelectorAll("svg")].every(s => s.getAttribute("aria-label")),
      regions: [...document.querySelectorAll(".scroll")].every(s => s.tabIndex === 0),
      live: document.getElementById("shown").getAttribute("aria-live"),
      headings: [...document.querySelectorAll("h1, h2, h3")].map(h => h.tagName[1]).join(""),
      language: document.documentElement.lang,
    }"""
    found = browser.execute_script(script)
    assert all(found[key] for key in ("tables", "headers", "inputs", "pictures", "regions"))
    assert found["live"] == "polite" and found["language"] == "en"
    assert re.fullmatch("12(2|3)*", found["headings"])
