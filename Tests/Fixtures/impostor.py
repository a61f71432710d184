#!/usr/bin/env python3
"""A program in the place of segue-probe that answers every message with the bytes of the file `reply` beside it.

Tests reach it by a link, which stands beside the file.
"""
import os
import sys

with open(os.path.join(os.path.dirname(sys.argv[0]), "reply"), "rb") as file:
    answer = file.read()
while len(head := sys.stdin.buffer.read(8)) == 8:
    sys.stdin.buffer.read(int.from_bytes(head[:4], "big") + int.from_bytes(head[4:], "big"))
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
