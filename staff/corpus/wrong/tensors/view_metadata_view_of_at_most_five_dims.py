"""problem: view_metadata
hint: torch allows it

Refuses views of more than five dims.

replace: runs = _merged(self.shape, self.strides)
with: runs = _merged(self.shape, self.strides)
with: if len(new) > 5:
with:     raise ValueError(f"shape {new} is too long")
"""
