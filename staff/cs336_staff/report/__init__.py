"""Pages and tables: a student's page, the TA's, the class's, charts, the terminal.

Each page is one file without scripts from elsewhere, fonts or pictures to load: it opens from disk.
A Content-Security-Policy in it forbids every request. The student's page holds no reference code.
It imports similar, compare, results and files; grading and cli import it.
"""
