"""Which submissions share more than the stubs, the reference and most of the class have.

It imports compare, uploads and results; report and cli import it. It says what is worth a look.
"""
