"""Build the handout: facts from the reference and torch, pages from Typst.

`python -m cs336_staff.handout` writes handout/facts.json and handout/handout.pdf. Both come out
the same, byte for byte, on every build. It imports the judge's settings; nothing imports it.
"""
