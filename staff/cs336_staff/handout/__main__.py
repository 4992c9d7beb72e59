"""Write handout/facts.json, handout.pdf and handout.html: all, or none."""

import argparse
import sys


def main() -> None:
    """Rebuild the handout; a mistake in its sources is one error that names the place."""
    argparse.ArgumentParser(prog="python -m cs336_staff.handout", description=__doc__).parse_args()
    try:
        import typst

        from cs336_staff.handout.pages import FACTS, HTML, PDF, build_html, build_pdf, facts_text
    except ModuleNotFoundError as error:
        sys.exit(f"error: {error}; install what is missing with: pip install -e . -e staff")
    try:
        facts = facts_text()
    except ValueError as error:
        sys.exit(f"error: what the handout prints (examples.toml, hardware.toml): {error}")
    before = FACTS.read_bytes() if FACTS.exists() else None
    FACTS.write_text(facts, encoding="utf-8", newline="\n")
    try:
        editions = {PDF: build_pdf(), HTML: build_html()}
    except (typst.TypstError, ValueError) as error:
        if before is None:
            FACTS.unlink()
        else:
            FACTS.write_bytes(before)
        sys.exit(getattr(error, "diagnostic", f"error: {error}").strip())
    for file, content in editions.items():
        file.write_bytes(content)
    print(f"wrote {FACTS}, {PDF} and {HTML}")


if __name__ == "__main__":
    main()
