"""Every file that a page for maintainers names exists."""

import re
from pathlib import Path

import pytest

from cs336_staff.paths import ROOT

PAGES = ["README.md", ".github/CONTRIBUTING.md"]
PAGES += [f"staff/{name}.md" for name in ("README", "ARCHITECTURE", "SECURITY", "PLATFORMS")]
EXAMPLES = ("ada/", "results/", "uploads/")  # a class's own folders
PLACES = [ROOT, *(ROOT / name for name in ("staff", "staff/cs336_staff"))]
IN_A_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
IN_CODE = re.compile(r"(?<![\w./-])((?:\.?[\w-]+/)+[\w.-]*|\w+\.(?:py|md|toml|ini))(?![\w/<*{-])")


def _there(name: str, page: Path) -> bool:
    if name.startswith(EXAMPLES) and page.stem == "README":
        return True
    if "/" not in name.rstrip("/"):  # such as conditions.py, after its folder was named
        return any(ROOT.glob(name)) or any(ROOT.glob(f"*/**/{name.rstrip('/')}"))
    return any((place / name).exists() for place in (page.parent, *PLACES))


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    spans = [span for span in re.findall(r"`([^`]+)`", prose) if not set("<*{…") & set(span)]
    names = {name for span in spans for name in IN_CODE.findall(span)} | set(
        IN_A_LINK.findall(text)
    )
    print(*sorted(names), sep="\n")
    assert [name for name in sorted(names) if not _there(name, ROOT / page)] == []
