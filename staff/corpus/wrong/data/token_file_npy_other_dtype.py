"""problem: token_file
hint: expected ValueError or TypeError

Gives a .npy file's own dtype, whatever is asked for.

replace: if array.dtype != dtype:
with: if False:
"""
