#!/usr/bin/env python3
"""Checks that this verifier computes what Cardroom's published vectors say.

    python3 tools/check_vectors.py [FILE]

Without a file it takes those that come with it, crates/fair/vectors/crp-1.json.
"""

import json
import struct
import sys
from pathlib import Path

import ed25519
from verify import DECKS, H, beacon, deck_root, entries, leaf_hash, proof_digest, read, shuffle, u8, verify

PUBLISHED = Path(__file__).resolve().parent.parent / "crates/fair/vectors/crp-1.json"
unhex = bytes.fromhex


def hid_bytes(hid):
    return struct.pack(">QQ", int(hid["table"]), int(hid["hand"]))


def hash_(v):
    return H(v["tag"].encode(), *map(unhex, v["parts"])).hex() == v["digest"]


def chain(v):
    link = unhex(v["link"])
    for _ in range(v["steps"]):
        link = H(b"chain", link)
    return link.hex() == v["gives"]


def shuffle_(v):
    return shuffle(unhex(v["key"])) == v["order"]


def commit(v):
    c, seeds = v["commitment"], unhex(v["seeds"])
    hid = hid_bytes(c["hid"])
    roots = [deck_root(hid, j, seeds[32 * j : 32 * (j + 1)], v["reshuffles"]) for j in range(DECKS)]
    made = H(b"commit", hid, unhex(c["previous"]), b"".join(roots))
    signed = ed25519.verify(unhex(c["key"]), made, unhex(c["signature"]))
    return [root.hex() for root in roots] == c["roots"] and made.hex() == c["commit"] and signed


def deck(v):
    hid, j, seed = hid_bytes(v["hid"]), v["deck"], unhex(v["seed"])
    leaves = []
    for r, order in enumerate(v["orders"]):
        tags = ("deck", "salt", ()) if r == 0 else ("reshuffle", "salt-r", (u8(r),))
        if shuffle(H(tags[0].encode(), hid, u8(j), *tags[2], seed)) != order["cards"]:
            return False
        if [H(tags[1].encode(), seed, *tags[2], u8(i)).hex() for i in range(52)] != order["salts"]:
            return False
        cards = zip(order["cards"], order["salts"])
        leaves.append([leaf_hash(hid, j, r, i, card, unhex(salt)).hex() for i, (card, salt) in enumerate(cards)])
    root = H(b"root", hid, u8(j), unhex("".join(leaf for row in leaves for leaf in row)))
    return leaves == v["leaves"] and root.hex() == v["root"]


def beacon_(v):
    b, chosen, sigma = beacon(unhex(v["commit"]), entries(v["links"]))
    return (b.hex(), chosen, sigma) == (v["beacon"], v["deck"], v["sigma"])


def hand_digest(v):
    return H(b"hand", unhex(v["commit"]), unhex(v["beacon"]), v["record"].encode()).hex() == v["digest"]


def burned_digest(v):
    return H(b"burned", unhex(v["commit"]), entries(v["links"])).hex() == v["digest"]


def void_digest(v):
    return H(b"void", unhex(v["commit"]), entries(v["links"])).hex() == v["digest"]


def proof(v):
    return all(ok for _, ok, _ in verify(read(json.dumps(v))))


def judged(v):
    file, before = (v[name] and read(json.dumps(v[name])) for name in ("file", "before"))
    return [name for name, ok, _ in verify(file, None, before) if not ok] == v["fails"]


CHECKS = {
    "hash": hash_,
    "chain": chain,
    "shuffle": shuffle_,
    "commit": commit,
    "deck": deck,
    "beacon": beacon_,
    "hand_digest": hand_digest,
    "burned_digest": burned_digest,
    "void_digest": void_digest,
    "proof": proof,
    "judged": judged,
}


def main():
    with open(sys.argv[1] if len(sys.argv) > 1 else PUBLISHED, encoding="utf-8") as opened:
        vectors = json.load(opened)
    del vectors["about"]
    digests = [proof_digest(file["proof"]).hex() for file in vectors["proof"]]
    failed = set() if digests == vectors.pop("proof_digest") else {"proof_digest"}
    count, failed = len(digests), failed | (vectors.keys() ^ CHECKS.keys())
    for name in vectors.keys() & CHECKS.keys():
        for number, vector in enumerate(vectors[name]):
            count += 1
            if not CHECKS[name](vector):
                failed.add(f"{name}[{number}]")
    if failed:
        sys.exit(f"these differ: {', '.join(sorted(failed))}")
    print(f"{count} vectors agree")


if __name__ == "__main__":
    main()
