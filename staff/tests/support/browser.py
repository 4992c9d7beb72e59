"""A headless Chromium that notices errors and requests of the pages it visits."""

import json
import shutil
from pathlib import Path

import pytest

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
    """Return `visit(file)`; at the end, check that no page had an error or made a request."""

    def go(file):
        browser.get(file.as_uri())
        return browser

    yield go
    assert browser.get_log("browser") == []
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            assert message["params"]["request"]["url"].startswith(("file://", "data:"))


@pytest.fixture
def screen(browser):
    """Return `screen(width, scheme)`, which sets them; afterwards they are as they were."""

    def set_screen(width, scheme):
        size = {"width": width, "height": 800, "deviceScaleFactor": 2, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    yield set_screen
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.fixture
def axe_violations(browser):
    """Return `axe_violations()`: what axe finds on the page, by rule; all details are unfolded."""
    package = pytest.importorskip("selenium_axe_python")
    axe = Path(package.__file__).parent / "axe-core" / "axe.min.js"

    def find():
        browser.set_script_timeout(240)
        browser.execute_script(
            "for (const d of document.querySelectorAll('details')) d.open = true"
        )
        browser.execute_script(axe.read_text(encoding="utf-8"))
        options = "{exclude: ['svg']}, {resultTypes: ['violations']}"
        run = f"axe.run({options}).then(arguments[arguments.length - 1])"
        violations = browser.execute_async_script(run)["violations"]
        return {v["id"]: [node["html"][:120] for node in v["nodes"][:3]] for v in violations}

    return find
