"""problem: accumulated_step
hint: the call left torch.is_anomaly_enabled() at True

Looks for anomalies, and goes on looking.

replace: optimizer.zero_grad()
with: torch.autograd.set_detect_anomaly(True)
with: optimizer.zero_grad()
"""
