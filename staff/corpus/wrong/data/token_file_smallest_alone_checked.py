"""problem: token_file
hint: expected ValueError or TypeError

Asks for the smallest token alone.

replace: for token in (array.min(), array.max()):
with: for token in (array.min(),):
"""
