"""Write handout/facts.json and handout/handout.pdf."""

from cs336_staff.handout.pages import FACTS, PDF, build, facts_text

FACTS.write_text(facts_text(), encoding="utf-8", newline="\n")
PDF.write_bytes(build())
print(f"wrote {FACTS} and {PDF}")
