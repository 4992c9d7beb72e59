"""Write handout/facts.json, ends.json, handout.pdf and handout.html: all, or none."""

import argparse
import json
import sys


def main() -> None:
    """Rebuild the handout; a mistake in its sources is one error that names the place."""
    argparse.ArgumentParser(prog="python -m cs336_staff.handout", description=__doc__).parse_args()
    try:
        import typst

        from cs336_staff.handout.page_ends import ENDS, page_ends
        from cs336_staff.handout.pages import FACTS, HTML, PDF, build_html, build_pdf, facts_text
    except ModuleNotFoundError as error:
        sys.exit(f"error: {error}; install what is missing with: pip install -e . -e staff")
    try:
        facts = facts_text()
    except ValueError as error:
        sys.exit(f"error: what the handout prints (examples.toml, hardware.toml): {error}")
    before = {file: file.read_bytes() for file in (FACTS, ENDS) if file.exists()}
    FACTS.write_text(facts, encoding="utf-8", newline="\n")
    try:
        page = build_html()  # first, since its errors name the place of a mistake
        ENDS.write_text(json.dumps(page_ends()) + "\n", encoding="utf-8", newline="\n")
        editions = {PDF: build_pdf(), HTML: page}
    except (typst.TypstError, ValueError) as error:
        for file in (FACTS, ENDS):
            if file in before:
                file.write_bytes(before[file])
            else:
                file.unlink()
        sys.exit(getattr(error, "diagnostic", f"error: {error}").strip())
    for file, content in editions.items():
        file.write_bytes(content)
    print(f"wrote {FACTS}, {PDF} and {HTML}")


if __name__ == "__main__":
    main()
