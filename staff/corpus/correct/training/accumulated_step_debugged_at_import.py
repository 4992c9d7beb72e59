"""Looks for anomalies, as one does in search of a bug: from the import on, not in a call."""

torch.autograd.set_detect_anomaly(True)
