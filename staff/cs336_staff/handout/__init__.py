"""Build the handout: facts from the reference and torch, two editions from Typst.

`python -m cs336_staff.handout` writes handout/facts.json, handout.pdf and handout.html. All come
out the same, byte for byte, on every build. It imports the judge's settings; nothing imports it.
"""
