"""What runs beside a submission: the wire, the fork server, and the loop that serves calls.

Everything here is loaded in the sandbox too, so it imports torch, numpy, the harness and itself.

- Processes: fork_server, with isolate, seccomp, processes, warm, forks, precompile.
- The wire: channel, wire; values on it: encode, decode, tags, buffers, errors, files.
- A call: request takes it to serve; observe, writeback and objects take back what it did.
- A test's folder, on both sides: mirror, contents.
"""
