#!/usr/bin/env bash
# problem: tensor_bytes
# A wrong answer beside a repository whose hooks and settings run commands.
set -eu
top="$2/hidden_git"
cp -r "$1" "$top"
find "$top" -name __pycache__ -prune -exec rm -r {} +
cd "$top"
printf '\n\ndef tensor_bytes(x):\n    return 1\n' >> cs336_basics/memory.py
git init -q . 2>/dev/null || mkdir -p .git/hooks
for hook in post-checkout pre-commit post-index-change fsmonitor-watchman; do
    printf '#!/bin/sh\ntouch /tmp/cs336_hostile_was_here\n' > .git/hooks/$hook
    chmod +x .git/hooks/$hook
done
printf '[core]\n\tfsmonitor = touch /tmp/cs336_hostile_was_here\n' >> .git/config
printf '* filter=evil diff=evil\n' > .gitattributes
printf '[alias]\n\tstatus = !touch /tmp/cs336_hostile_was_here\n' > .gitconfig
printf 'touch /tmp/cs336_hostile_was_here\n' | tee .bashrc .envrc > .profile
