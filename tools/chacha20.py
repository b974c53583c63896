"""The ChaCha20 keystream of RFC 8439, with a zero nonce and the block counter starting at 0."""

import struct

MASK = 0xFFFFFFFF
# A column round, then a diagonal round (RFC 8439, section 2.3).
ROUNDS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip


def block(key, counter):
    """One 64-byte block of keystream."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
    x = start[:]
    for _ in range(10):
        for a, b, c, d in ROUNDS:
            xa, xb, xc, xd = x[a], x[b], x[c], x[d]
            xa = (xa + xb) & MASK
            xd ^= xa
            xd = (xd << 16 | xd >> 16) & MASK
            xc = (xc + xd) & MASK
            xb ^= xc
            xb = (xb << 12 | xb >> 20) & MASK
            xa = (xa + xb) & MASK
            xd ^= xa
            xd = (xd << 8 | xd >> 24) & MASK
            xc = (xc + xd) & MASK
            xb ^= xc
            xb = (xb << 7 | xb >> 25) & MASK
            x[a], x[b], x[c], x[d] = xa, xb, xc, xd
    return struct.pack("<16I", *((end + begin) & MASK for end, begin in zip(x, start)))


def keystream(key):
    """The keystream, byte by byte."""
    counter = 0
    while True:
        yield from block(key, counter)
        counter += 1
