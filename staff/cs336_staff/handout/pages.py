"""Write the facts and compile both editions."""

import json
from typing import Any

import torch
import typst

from cs336_staff.handout.answers import answers
from cs336_staff.handout.errata import errata
from cs336_staff.handout.examples import examples
from cs336_staff.handout.numbers import numbers
from cs336_staff.handout.pictures import pictures
from cs336_staff.handout.real_models import real_models
from cs336_staff.handout.reference import reference
from cs336_staff.handout.signatures import signatures
from cs336_staff.paths import ROOT

HANDOUT = ROOT / "handout"
FACTS = HANDOUT / "facts.json"
PDF = HANDOUT / "handout.pdf"
HTML = HANDOUT / "handout.html"

# Typst's own fonts, and in lib.typ no date: both editions depend on nothing but the
# repository.
_TYPST: dict[str, Any] = {"root": str(ROOT), "ignore_system_fonts": True}

_EXPECTED = {"html export is under active development and incomplete"}


def facts_text() -> str:
    """Return what facts.json holds: every number and transcript that the handout prints."""
    seed = torch.random.get_rng_state()
    try:
        with reference() as modules:
            facts = {
                "examples": examples(modules),
                "numbers": numbers(modules)
                | {
                    "answers": answers(modules),
                    "errata": errata(modules),
                    "real": real_models(modules),
                },
                "pictures": pictures(modules),
                "signatures": signatures(),
            }
    finally:
        torch.random.set_rng_state(seed)
    return json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def build_pdf() -> bytes:
    """Compile handout.typ with the committed facts, and return the PDF, which is PDF/UA-1."""
    return typst.compile(str(HANDOUT / "handout.typ"), pdf_standards="ua-1", **_TYPST)


def build_html() -> bytes:
    """Compile handout.typ with the committed facts, and return the page.

    Raises:
        typst.TypstError: a mistake in a source.
        ValueError: Typst left something out, since it cannot be shown in HTML.
    """
    page, warnings = typst.compile_with_warnings(
        str(HANDOUT / "handout.typ"), format="html", **_TYPST
    )
    if left_out := {str(warning.message) for warning in warnings} - _EXPECTED:
        raise ValueError(f"handout.html: {'; '.join(sorted(left_out))}; see handout/web.typ")
    return page


def query(selector: str, **inputs: str) -> list[dict[str, Any]]:
    """Return the elements of the handout that a Typst selector finds, compiled with `inputs`."""
    main = str(HANDOUT / "handout.typ")
    return json.loads(typst.query(main, selector, sys_inputs=inputs, **_TYPST))
