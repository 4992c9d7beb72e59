"""The HTML edition in a browser: links, copying, any screen, no violation of accessibility."""

import re

import pytest

from cs336_staff.handout.pages import HTML
from tests.harness.plugin.problems import load_problems

pytest_plugins = ["support.browser"]

PROBLEMS = load_problems()


def test_every_problem_has_its_place_and_its_command(visit):
    browser = visit(HTML)
    script = """return [...document.querySelectorAll("h3[id]:has(+ .about)")].map(heading => [
      heading.id, heading.textContent, heading.nextSibling.querySelector(".command").textContent,
    ])"""
    expected = [
        [p.id, f"{p.section} {p.title}", f"pytest --problems {p.id}"] for p in PROBLEMS.values()
    ]
    assert browser.execute_script(script) == expected


def test_a_link_from_outside_opens_at_the_problem(visit, browser):
    visit(HTML)
    browser.get(f"{HTML.as_uri()}#get_batch")
    top = "return document.getElementById('get_batch').getBoundingClientRect().top"
    assert 0 <= browser.execute_script(top) < 100


def test_links_lead_to_places_that_are_there_or_to_the_web(visit):
    browser = visit(HTML)
    links = browser.execute_script(
        "return [...document.links].map(link => link.getAttribute('href'))"
    )
    script = "return [...document.querySelectorAll('[id]:not(svg *)')].map(e => e.id)"
    ids = browser.execute_script(script)
    assert len(ids) == len(set(ids))
    wrong = {link for link in links if link.removeprefix("#") not in ids}
    assert [link for link in sorted(wrong) if not re.match("https?://", link)] == []


def test_the_contents_name_every_heading(visit):
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)"
    browser = visit(HTML)
    headings = browser.execute_script(script, "h2, h3")
    assert browser.execute_script(script, "nav a") == headings and len(headings) > len(PROBLEMS)


def test_the_contents_say_each_problem_s_id_and_points(visit):
    script = """return [...document.querySelectorAll("nav li li:has(code)")].map(entry => [
      entry.querySelector("a").hash, ...entry.querySelector("small").textContent.split(" "),
    ])"""
    expected = [
        [f"#{p.id}", p.id, str(p.points), "point" if p.points == 1 else "points"]
        for p in PROBLEMS.values()
    ]
    assert visit(HTML).execute_script(script) == expected


def test_an_answer_and_its_question_lead_to_each_other(visit):
    script = """return [...document.querySelectorAll(".example a[href^='#answer-']")].map(there => [
      there.hash.slice(8), document.querySelector(there.hash).querySelector("a").hash.slice(1),
    ])"""
    pairs = visit(HTML).execute_script(script)
    assert [there for there, _ in pairs] == [back for _, back in pairs] and len(pairs) > 50


def test_the_contents_show_what_is_being_read(visit, browser, screen):
    screen(1280, "light")
    visit(HTML)
    browser.get(f"{HTML.as_uri()}#mfu")
    script = """const done = arguments[arguments.length - 1];
      const look = () => {
        const link = document.querySelector("nav [aria-current]");
        if (link?.hash === "#mfu") done(link.getBoundingClientRect().bottom < innerHeight);
        else requestAnimationFrame(look);
      };
      look();"""
    assert browser.execute_async_script(script)


def test_every_table_has_a_header_and_every_figure_words(visit):
    browser = visit(HTML)
    script = """return [
      document.querySelectorAll("table:not(:has(thead th))").length,
      [...document.querySelectorAll("main svg")].filter(svg =>
        svg.parentElement.role !== "img" || svg.parentElement.ariaLabel.length < 40).length,
    ]"""
    assert browser.execute_script(script) == [0, 0]


def test_buttons_copy_what_is_to_be_run(visit, browser):
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    visit(HTML)

    def copied(selector):
        browser.execute_script(f"document.querySelector('{selector}').click()")
        return browser.execute_async_script(
            "navigator.clipboard.readText().then(arguments[arguments.length - 1])"
        )

    assert copied("#mfu + .about .copy") == "pytest --problems mfu"
    typed = copied("#mfu ~ .example .copy")
    assert "mfu(2 * 16384" in typed and ">>>" not in typed
    signature = copied("#cruncher ~ .deliverable .copy")
    assert signature.startswith("class Cruncher(nn.Module):\n    def __init__(self, dim: int")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits_the_screen_and_follows_the_colour_scheme(visit, screen, width, scheme):
    screen(width, scheme)
    browser = visit(HTML)
    script = "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
    assert browser.execute_script(script) == 0
    assert browser.execute_script(CUT_OFF) == []
    contents = browser.find_element("css selector", "nav details").get_attribute("open")
    assert bool(contents) == (width == 1280)
    script = "return getComputedStyle(document.body).backgroundColor"
    colour = [int(part) for part in re.findall(r"\d+", browser.execute_script(script))]
    assert (sum(colour[:3]) > 600) == (scheme == "light")


# What reaches beyond the screen and does not scroll by itself.
CUT_OFF = """
const beyond = [...document.querySelectorAll("main *, nav *")].filter(e =>
  e.getBoundingClientRect().right > innerWidth + 1 && !e.closest("pre, .scroll, svg"));
return beyond.slice(0, 5).map(e => e.outerHTML.slice(0, 120));
"""


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_no_violation(visit, screen, axe_violations, width, scheme):
    screen(width, scheme)
    visit(HTML)
    assert axe_violations() == {}
