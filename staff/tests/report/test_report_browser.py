"""The pages in a browser: sorting, filtering, links, no request, no error, any screen."""

import base64
import re

import pytest

pytest_plugins = ["support.made_pages", "support.browser"]

PAGES = ["index.html", "summary.html", "changes.html", "pairs.html"]
PAGES += ["cleo/report.html", "hal/ta.html"]


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
    table = browser.find_element("css selector", "#problems ~ .scroll table")
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
    assert len(targets) == 1 + 2 * 9
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
@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_a_phone_and_follows_the_colour_scheme(out, visit, screen, page, scheme):
    screen(360, scheme)
    browser = visit(out / page)
    assert browser.execute_script("return document.documentElement.scrollWidth") == 360
    assert browser.execute_script(CUT_OFF) == []
    script = "return getComputedStyle(document.body).backgroundColor"
    colour = [int(part) for part in re.findall(r"\d+", browser.execute_script(script))]
    assert (sum(colour[:3]) > 600) == (scheme == "light")


# Tables, except comparisons, that are wider than their visible part.
CUT_OFF = """
const regions = [...document.querySelectorAll(".scroll:not(:has(.diff))")];
return regions.filter(r => r.scrollWidth > r.clientWidth).map(r => r.ariaLabel);
"""


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_no_violation(out, visit, screen, axe_violations, page, width, scheme):
    screen(width, scheme)
    visit(out / page)
    assert axe_violations() == {}


def test_what_is_folded_is_printed(out, visit, browser):
    visit(out / "cleo" / "ta.html")
    script = """const folded = [...document.querySelectorAll("details:not([open]) table")];
      return folded.map(table => table.checkVisibility())"""
    assert set(browser.execute_script(script)) == {False}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert set(browser.execute_script(script)) == {True}
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def printed(browser):
    """Return the page as a PDF of A4 paper."""
    paper = {"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": True}
    return base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", paper)["data"])


def test_the_summary_is_one_page_of_paper(out, visit, browser):
    visit(out / "summary.html")
    assert len(re.findall(rb"/Type\s*/Page\b", printed(browser))) == 1


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
