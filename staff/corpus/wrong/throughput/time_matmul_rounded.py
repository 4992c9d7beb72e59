"""problem: time_matmul
hint: return the median as it is

Rounds to tenths of milliseconds: small matmuls take none.

replace: return statistics.median(times)
with: return round(statistics.median(times), 4)
"""
