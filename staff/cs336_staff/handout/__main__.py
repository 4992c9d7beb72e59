"""Write handout/facts.json and handout/handout.pdf."""

from cs336_staff.handout import FACTS, PDF, build, write_facts

write_facts()
PDF.write_bytes(build())
print(f"wrote {FACTS} and {PDF}")
