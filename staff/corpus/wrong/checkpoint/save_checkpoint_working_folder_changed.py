"""problem: save_checkpoint
hint: the call left the working folder

Goes into the checkpoint's folder to write it, and stays there.

replace: with _replacing(out) as file:
with: os.chdir(os.path.dirname(os.fspath(out)) or ".")
with: with _replacing(os.path.basename(os.fspath(out))) as file:
"""
