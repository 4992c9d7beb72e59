#!/usr/bin/env bash
# problem: tensor_bytes
# adapters.py is a device without end, or a socket where no device can be made.
set -eu
top="$2/adapters_is_a_device"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
rm adapters.py
mknod adapters.py c 1 5 2>/dev/null || python3 -c \
    'import socket; socket.socket(socket.AF_UNIX).bind("adapters.py")'
