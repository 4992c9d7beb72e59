"""problem: sgd
hint: momentum must be below 1

Refuses a momentum of 1, which torch takes and the handout does not forbid.

replace: _require(lr >= 0, "lr must be 0 or more", lr)
with: _require(lr >= 0, "lr must be 0 or more", lr)
with: _require(momentum < 1, "momentum must be below 1", momentum)
"""
