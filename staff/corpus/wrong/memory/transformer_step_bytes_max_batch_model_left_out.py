"""problem: transformer_step_bytes
hint: take memory, too

Fills the memory with activations alone.

replace: return max(0, (memory - empty) // sequence)
with: return memory // sequence
"""
