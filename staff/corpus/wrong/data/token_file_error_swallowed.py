"""problem: token_file
hint: returned as if all were well

Goes on after an error.

replace: raise
with: return
"""
