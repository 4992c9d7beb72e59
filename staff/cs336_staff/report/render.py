"""Fill in the templates."""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from cs336_staff.results.record import clean
from tests.harness.plugin.terminal import points as in_words

TEMPLATES = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = breakable
    environment.filters["clean"] = clean
    environment.filters["in_words"] = in_words
    environment.filters["plain"] = plain
    environment.globals["style"] = Markup(_text("style.css"))
    environment.globals["script"] = Markup(_text("tables.js"))
    environment.globals["style_hash"] = _hash("style.css")
    environment.globals["script_hash"] = _hash("tables.js")
    return environment


def warm_up() -> None:
    """Read all templates, so that forks need not."""
    for template in _environment().list_templates(["html"]):
        _environment().get_template(template)


def _text(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _hash(name: str) -> str:
    """Return a file's hash as a Content-Security-Policy writes it."""
    digest = hashlib.sha256(_text(name).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def render(template: str, page: object) -> str:
    """Return a page; the template sees the attributes of `page`, and escapes their text."""
    return _environment().get_template(template).render(vars(page))


def plain(number: float) -> str:
    """Return a number without needless digits: 3, not 3.0."""
    return f"{number:g}"


def breakable(name: str) -> Markup:
    """Return a name that a narrow column may break after underscores, and not in a word."""
    return Markup(escape(name).replace("_", Markup("_<wbr>")))
