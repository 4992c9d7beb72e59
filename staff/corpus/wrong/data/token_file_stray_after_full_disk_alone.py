"""problem: token_file
hint: remove the unfinished file

Cleans up after ValueErrors alone.

replace: except BaseException:
with: except ValueError:
"""
