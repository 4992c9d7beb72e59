"""Static HTML pages: for a student, for a TA, and for the class.

Each page is one file without scripts from elsewhere, fonts or pictures to load: it opens from disk.
A Content-Security-Policy in it forbids every request. The student's page holds no reference code.
"""
