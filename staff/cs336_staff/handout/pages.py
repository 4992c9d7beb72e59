"""Write the facts and compile the pages."""

import json
from typing import Any

import torch
import typst

from cs336_staff.handout.errata import errata
from cs336_staff.handout.examples import examples
from cs336_staff.handout.numbers import numbers
from cs336_staff.handout.pictures import pictures
from cs336_staff.handout.reference import reference
from cs336_staff.handout.signatures import signatures
from cs336_staff.paths import ROOT

HANDOUT = ROOT / "handout"
FACTS = HANDOUT / "facts.json"
PDF = HANDOUT / "handout.pdf"

# Typst's own fonts, and in lib.typ no date: the PDF depends on nothing but the repository.
_TYPST: dict[str, Any] = {"root": str(ROOT), "ignore_system_fonts": True}


def facts_text() -> str:
    """Return what facts.json holds: every number and transcript that the handout prints."""
    seed = torch.random.get_rng_state()
    try:
        with reference() as modules:
            facts = {
                "examples": examples(modules),
                "numbers": numbers(modules) | {"errata": errata(modules)},
                "pictures": pictures(modules),
                "signatures": signatures(),
            }
    finally:
        torch.random.set_rng_state(seed)
    return json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def build() -> bytes:
    """Compile handout.typ with the committed facts, and return the PDF."""
    return typst.compile(str(HANDOUT / "handout.typ"), **_TYPST)


def query(selector: str) -> list[dict[str, Any]]:
    """Return the elements of the compiled handout that a Typst selector finds."""
    return json.loads(typst.query(str(HANDOUT / "handout.typ"), selector, **_TYPST))
