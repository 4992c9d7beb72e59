"""problem: zero_bytes

Takes what it does not know for Adam.

replace: if optimizer not in state_values:
with: optimizer = optimizer if optimizer in state_values else 'adam'
with: if False:
"""
