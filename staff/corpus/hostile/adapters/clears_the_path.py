"""problem: tensor_bytes

Change the working folder, forget the import path, and forbid all imports.
"""

import sys

os.chdir("/")
sys.path.clear()
sys.meta_path.clear()
sys.path_hooks.clear()
sys.path_importer_cache.clear()
