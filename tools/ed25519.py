"""Checking an Ed25519 signature (RFC 8032), strictly: no second form of a signature passes, and no weak key.

Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z on -x^2 + y^2 = 1 + d x^2 y^2 modulo p.
Nothing here is secret, so nothing takes care to run in constant time.
"""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)


def verify(key, message, signature):
    """Whether the signature over the message was made with the private key of this public key."""
    public, commitment = decode(key), decode(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or s >= L or weak(public) or weak(commitment):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return encode(both(s, BASE, k, negative(public))) == signature[:32]


def decode(data):
    """The point that 32 bytes stand for, or None."""
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def encode(point):
    """The 32 bytes that stand for a point."""
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def add(one, other):
    """The sum of two points."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def negative(point):
    """The point that adds to nothing with this one."""
    x, y, z, t = point
    return (P - x, y, z, P - t)


def both(m, one, n, other):
    """m times one point plus n times another, in one pass over the bits."""
    table = (None, one, other, add(one, other))
    total = IDENTITY
    for bit in range(max(m.bit_length(), n.bit_length()) - 1, -1, -1):
        total = add(total, total)
        pick = table[(m >> bit & 1) + 2 * (n >> bit & 1)]
        if pick:
            total = add(total, pick)
    return total


def weak(point):
    """Whether eight times the point is nothing: such a key has signatures that fit many messages."""
    for _ in range(3):
        point = add(point, point)
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
