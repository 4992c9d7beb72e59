"""What runs beside the judge: its server, the caller of adapters, a problem's process, protection.

It trusts itself and parses what comes from a sandbox. Only cs336_staff.judge imports it.
"""
