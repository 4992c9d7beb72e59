"""The judge's side: its server, the caller of adapters, its ends of supervisors, protection.

It trusts itself and parses what comes from a sandbox. cs336_staff.judge imports it; grading and
audit import from it how many processes this machine keeps busy.
"""
