#!/usr/bin/env python3
"""Checks the dealing proof of a Cardroom hand (scheme CRP-1) with nothing but Python's standard library.

    python3 tools/verify.py hand.json [--key HEX] [--previous hand-before.json]

It shares no code with Cardroom: it was written from the scheme alone, so that you need not trust our verifier to
check our dealing. It exits 0 if everything holds, 1 if something doesn't, 2 if the file is no proof or is cut short.
With --batch it reads one proof file a line from standard input and answers each with a line: ok, the names of the
failed checks, malformed, or not-a-proof.

It knows no game. That each card went where the game's own steps send it is what `cardroom verify` adds.
"""

import argparse
import functools
import hashlib
import json
import re
import struct
import sys

import chacha20
import ed25519

DECKS, RESHUFFLES = 16, 4
ZERO = "00" * 32
NO_LINK, CHAIN, MISSING = 0, 1, 2


class NotAProof(Exception):
    """The text is no CRP-1 proof at all, or is cut short."""


class Malformed(Exception):
    """A proof with a field that is not as Cardroom writes it."""


class Wrong(Exception):
    """A check that failed, with what is wrong."""


# The scheme


def H(tag, *parts):
    """SHA-256 of the tag and the parts, each with its length in front."""
    tag = b"cardroom/v1/" + tag
    message = [bytes([len(tag)]), tag]
    for part in parts:
        message += (len(part).to_bytes(4, "big"), part)
    return hashlib.sha256(b"".join(message)).digest()


def u8(number):
    return bytes([number])


def shuffle(key):
    """The numbers 0 to 51 in the order that a 32-byte key gives them."""
    order = list(range(52))
    stream = chacha20.keystream(key)
    for i in range(51, 0, -1):
        places = i + 1
        byte = next(b for b in stream if b < 256 - 256 % places)
        pick = byte % places
        order[i], order[pick] = order[pick], order[i]
    return order


def leaf_hash(hid, j, order, leaf, card, salt):
    if order == 0:
        return H(b"leaf", hid, u8(j), u8(leaf), u8(card), salt)
    return H(b"leaf-r", hid, u8(j), u8(order), u8(leaf), u8(card), salt)


@functools.lru_cache(maxsize=4096)
def deck_root(hid, j, seed, reshuffles):
    """The root of a deck made anew from its seed."""
    leaves = []
    for order in range(1 + RESHUFFLES if reshuffles else 1):
        if order == 0:
            cards = shuffle(H(b"deck", hid, u8(j), seed))
            salts = [H(b"salt", seed, u8(leaf)) for leaf in range(52)]
        else:
            cards = shuffle(H(b"reshuffle", hid, u8(j), u8(order), seed))
            salts = [H(b"salt-r", seed, u8(order), u8(leaf)) for leaf in range(52)]
        for leaf in range(52):
            leaves.append(leaf_hash(hid, j, order, leaf, cards[leaf], salts[leaf]))
    return H(b"root", hid, u8(j), b"".join(leaves))


def entries(links):
    """What the seats gave, as it is hashed."""
    return b"".join(
        struct.pack(">BQB", e["seat"], int(e["account"]), e["mode"]) + bytes.fromhex(e["link"]) for e in links
    )


@functools.lru_cache(maxsize=4096)
def beacon(commit, given):
    """B, the deck that B chooses, and the order in which its leaves are dealt."""
    b = H(b"beacon", commit, given)
    return b, H(b"select", b)[0] % DECKS, shuffle(H(b"sigma", b))


@functools.lru_cache(maxsize=4096)
def signed(key, digest, signature):
    return ed25519.verify(key, digest, signature)


def proof_digest(proof):
    """P, what the room signs when the hand is over: all that everybody may see of it."""
    (outcome,) = proof["outcome"].values()
    seeds = bytes.fromhex("".join(seed for seed in outcome["seeds"] if seed))
    leaves = bytes.fromhex("".join(leaf for row in outcome.get("leaves", []) for leaf in row))
    openings = b"".join(
        bytes([o["order"], o["d"], o["leaf"], card_number(o["card"])]) + bytes.fromhex(o["salt"])
        for o in outcome.get("openings", [])
    )
    return H(b"proof", bytes.fromhex(proof["digest"]), seeds, leaves, openings)


# The checks: each returns what it proved, or raises Wrong


def check_signature(proof, known_key):
    promise = proof["commitment"]
    if known_key not in (None, promise["key"]):
        raise Wrong(f"signed with key {promise['key']}, which is not the room's")
    if not signed(*(bytes.fromhex(promise[name]) for name in ("key", "commit", "signature"))):
        raise Wrong(f"the signature over C is not one by key {promise['key']}")
    return f"key {promise['key']} signed C = {promise['commit']}"


def check_commitment(proof):
    promise = proof["commitment"]
    roots = bytes.fromhex("".join(promise["roots"]))
    if H(b"commit", hand_id(proof), bytes.fromhex(promise["previous"]), roots).hex() != promise["commit"]:
        raise Wrong("C is not the hash of this table, hand, previous digest and these 16 roots")
    return f"C fixes 16 decks for hand {promise['hid']['hand']} of table {promise['hid']['table']}"


def check_chain(proof, before):
    named, new = proof["commitment"]["previous"], proof["commitment"]["hid"]
    if (new["hand"] == "1") != (named == ZERO):
        raise Wrong("just the first hand of a table names none before it")
    if before is None:
        if named == ZERO:
            return "C names no hand before: this is the table's first"
        return f"C names {named} as the hand before: compare it with that hand's digest"
    earlier = before["proof"]
    old = earlier["commitment"]["hid"]
    if old["table"] != new["table"] or int(old["hand"]) + 1 != int(new["hand"]):
        raise Wrong("not the next hand of that table")
    if named != earlier["digest"]:
        raise Wrong(f"C names {named} as the hand before, which had another digest")
    if proof["commitment"]["key"] != earlier["commitment"]["key"]:
        raise Wrong("the hand before was signed with another key")
    for _, ok, detail in verify(before):
        if not ok:
            raise Wrong(f"the proof of the hand before does not hold: {detail}")
    known = {e[name] for e in earlier["links"] for name in ("link", "extends")}
    for e in proof["links"]:
        if e["mode"] == CHAIN and e["link"] in known:
            raise Wrong(f"the link of seat {e['seat']} was known before C")
    return "C names the digest of the hand before, whose proof holds"


def check_links(proof):
    links = proof["links"]
    seats = [e["seat"] for e in links]
    if any(first >= second for first, second in zip(seats, seats[1:])):
        raise Wrong("seats must ascend, each once")
    for e in links:
        if e["mode"] == CHAIN:
            sound = H(b"chain", bytes.fromhex(e["link"])).hex() == e["extends"]
        else:
            sound = e["link"] == e["extends"] == ZERO
        if not sound:
            raise Wrong(f"the link of seat {e['seat']} does not extend its chain")
    missing = [e["seat"] for e in links if e["mode"] == MISSING]
    if was_dealt(proof) and missing:
        raise Wrong(f"seat {missing[0]} gave no link, so this hand can't be dealt")
    if not was_dealt(proof) and not missing:
        raise Wrong("no seat is named whose link is missing, so this hand had to be dealt")
    return f"of the seats {sum(e['mode'] == CHAIN for e in links)} gave the next link of a chain"


def check_beacon(proof, outcome):
    b, deck, _ = drawn(proof)
    if b.hex() != outcome["beacon"] or deck != outcome["deck"]:
        raise Wrong(f"C and the links make B = {b.hex()}, which chooses deck {deck}")
    return f"C and the links make B = {b.hex()}, which chose deck {deck}"


def check_decks(proof, seeds, dealt, reshuffles):
    for j, (seed, root) in enumerate(zip(seeds, proof["commitment"]["roots"])):
        if (seed is None) != (j == dealt):
            raise Wrong(f"the seed of deck {j} must be there unless it was dealt from, and only then hidden")
        if seed and deck_root(hand_id(proof), j, bytes.fromhex(seed), reshuffles).hex() != root:
            raise Wrong(f"the seed of deck {j} makes another deck")
    return "the decks not dealt from, shuffled again from their seeds, are the ones promised"


def check_leaves(proof, outcome, reshuffles):
    leaves, deck = outcome["leaves"], drawn(proof)[1]
    if len(leaves) != (1 + RESHUFFLES if reshuffles else 1) or any(len(row) != 52 for row in leaves):
        raise Wrong("there must be one order of 52 leaves, or five")
    whole = bytes.fromhex("".join(leaf for row in leaves for leaf in row))
    if H(b"root", hand_id(proof), u8(deck), whole).hex() != proof["commitment"]["roots"][deck]:
        raise Wrong(f"the leaves are not those promised for deck {deck}")
    return f"the leaves of deck {deck} are the ones promised"


def check_openings(proof, outcome):
    leaves, deck = outcome["leaves"], drawn(proof)[1]
    openings = outcome["openings"] + proof.get("own", [])
    for o in openings:
        there = o["order"] < len(leaves) and o["leaf"] < len(leaves[o["order"]])
        salt = bytes.fromhex(o["salt"])
        made = leaf_hash(hand_id(proof), deck, o["order"], o["leaf"], card_number(o["card"]), salt).hex()
        if not there or leaves[o["order"]][o["leaf"]] != made:
            raise Wrong(f"{o['card']} is not the card promised at leaf {o['leaf']}")
    return f"the {len(openings)} opened cards are the cards that were promised at their leaves"


def check_positions(proof, outcome):
    sigma = drawn(proof)[2]
    public, own = outcome["openings"], proof.get("own", [])
    seen = set()
    for o in public + [o for o in own if o not in public]:
        if o["d"] >= 52 or sigma[o["d"]] != o["leaf"]:
            raise Wrong(f"{o['card']} is opened as card {o['d']} of the deal, which is not leaf {o['leaf']}")
        if (o["order"], o["card"]) in seen:
            raise Wrong(f"{o['card']} was dealt twice")
        seen.add((o["order"], o["card"]))
    for places in ([(o["order"], o["d"]) for o in some] for some in (public, own)):
        if any(first >= second for first, second in zip(places, places[1:])):
            raise Wrong("the openings are not in the order of the deal")
    return "every opened card lies where the deal order puts its turn, and no card came twice"


def check_nothing_shown(proof, record):
    if record or "own" in proof:
        raise Wrong("a hand that was burned or void shows no cards and has no record")
    return "the hand was burned or is void: no card of it is shown"


def check_record(proof, record):
    """The lines of the record that say which hand it is of and who sat where."""
    lines = record.split("\n")
    hand = proof["commitment"]["hid"]["hand"]
    if [line for line in lines if line.startswith("hand = ")] != [f"hand = '{hand}'"]:
        raise Wrong(f"the record is not one of hand {hand}")
    seats = [line for line in lines if line.startswith("seats = ")]
    listed = re.fullmatch(r"seats = \[(.*)\]", seats[0]) if len(seats) == 1 else None
    if not listed or sorted(listed[1].split(", ")) != sorted(str(e["seat"]) for e in proof["links"]):
        raise Wrong("the seats of the record are not those that were asked for links")
    return f"the record is one of hand {hand}, and its seats are those that were asked for links"


def check_digest(proof, record):
    commit = bytes.fromhex(proof["commitment"]["commit"])
    if "dealt" in proof["outcome"]:
        digest = H(b"hand", commit, bytes.fromhex(proof["outcome"]["dealt"]["beacon"]), record.encode())
    else:
        (kind,) = proof["outcome"]
        digest = H(kind.encode(), commit, entries(proof["links"]))
    if digest.hex() != proof["digest"]:
        raise Wrong("the hand's digest is not the hash of C, what the seats gave, the record")
    return f"{digest.hex()} stands for this hand: the table's next hand must name it"


def check_published(proof):
    key = proof["commitment"]["key"]
    if not signed(bytes.fromhex(key), proof_digest(proof), bytes.fromhex(proof["signature"])):
        raise Wrong(f"the signature over the whole proof is not one by key {key}")
    return "the holder of that key signed for everything that is public of this hand"


def verify(file, known_key=None, before=None):
    """Makes every check and yields (name, whether it held, in words)."""
    proof, record = file["proof"], file["record"]
    (outcome,) = proof["outcome"].values()
    deck = drawn(proof)[1] if was_dealt(proof) else None
    checks = [
        ("signature", check_signature, (proof, known_key)),
        ("commitment", check_commitment, (proof,)),
        ("chain", check_chain, (proof, before)),
        ("links", check_links, (proof,)),
    ]
    if "dealt" in proof["outcome"]:
        reshuffles = len(outcome["leaves"]) > 1
        checks += [
            ("beacon", check_beacon, (proof, outcome)),
            ("decks", check_decks, (proof, outcome["seeds"], deck, reshuffles)),
            ("leaves", check_leaves, (proof, outcome, reshuffles)),
            ("openings", check_openings, (proof, outcome)),
            ("positions", check_positions, (proof, outcome)),
            ("record", check_record, (proof, record)),
        ]
    else:
        reshuffles = outcome["reshuffles"]
        checks.append(("decks", check_decks, (proof, outcome["seeds"], deck, reshuffles)))
        if was_dealt(proof):
            checks.append(("leaves", check_leaves, (proof, outcome, reshuffles)))
        checks.append(("openings", check_nothing_shown, (proof, record)))
    checks += [("digest", check_digest, (proof, record)), ("published", check_published, (proof,))]
    for name, check, given in checks:
        try:
            yield name, True, check(*given)
        except Wrong as wrong:
            yield name, False, str(wrong)


def was_dealt(proof):
    """Whether a card left the deck: not in a burned hand, nor in one that was given up while links were awaited."""
    return "dealt" in proof["outcome"] or bool(proof["outcome"].get("void", {}).get("leaves"))


def drawn(proof):
    return beacon(bytes.fromhex(proof["commitment"]["commit"]), entries(proof["links"]))


def hand_id(proof):
    hid = proof["commitment"]["hid"]
    return struct.pack(">QQ", int(hid["table"]), int(hid["hand"]))


def card_number(card):
    return 4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1])


# Reading: only what Cardroom writes is read, so that no change to a proof goes unnoticed


def pattern(expression):
    compiled = re.compile(expression)
    return lambda value: type(value) is str and compiled.fullmatch(value)


def whole(limit):
    return lambda value: type(value) is int and 0 <= value < limit


def u64(value):
    return type(value) is str and re.fullmatch("0|[1-9][0-9]{0,19}", value) and int(value) < 2**64


def flag(value):
    return type(value) is bool


HEX32, HEX64 = pattern("[0-9a-f]{64}"), pattern("[0-9a-f]{128}")
SEEDS = (DECKS, lambda value: value is None or HEX32(value))
OPENING = {
    "order": whole(256),
    "d": whole(256),
    "leaf": whole(256),
    "card": pattern("[2-9TJQKA][cdhs]"),
    "salt": HEX32,
}
OUTCOMES = {
    "dealt": {
        "beacon": HEX32,
        "deck": whole(256),
        "seeds": SEEDS,
        "leaves": [[HEX32]],
        "openings": [OPENING],
    },
    "burned": {"reshuffles": flag, "seeds": (DECKS, HEX32)},
    "void": {"reshuffles": flag, "seeds": SEEDS, "leaves": [[HEX32]]},
}
PROOF = {
    "scheme": lambda value: value == "CRP-1",
    "commitment": {
        "hid": {"table": u64, "hand": u64},
        "previous": HEX32,
        "roots": (DECKS, HEX32),
        "commit": HEX32,
        "key": HEX32,
        "signature": HEX64,
    },
    "links": [{"seat": whole(256), "account": u64, "mode": whole(3), "link": HEX32, "extends": HEX32}],
    "digest": HEX32,
    "signature": HEX64,
}


def conform(value, form, path="file"):
    """Raises Malformed unless the value has exactly the form: a dict by its keys, a list by its items' form, a pair
    by how many items and their form, anything else by what the function says of it."""
    if isinstance(form, dict):
        if type(value) is not dict or value.keys() != form.keys():
            raise Malformed(f"{path} must have just the fields {', '.join(form)}")
        for name, inner in form.items():
            conform(value[name], inner, f"{path}.{name}")
    elif isinstance(form, (list, tuple)):
        count, inner = form if isinstance(form, tuple) else (None, form[0])
        if type(value) is not list or count not in (None, len(value)):
            raise Malformed(f"{path} must be a list" + (f" of {count}" if count else ""))
        for index, item in enumerate(value):
            conform(item, inner, f"{path}[{index}]")
    elif not form(value):
        raise Malformed(f"{path} is not as a proof has it: {value!r:.80}")


def read(text):
    """The proof file in a text."""
    doubled = []

    def unique(pairs):
        names = [name for name, _ in pairs]
        doubled.extend(name for name in names if names.count(name) > 1)
        return dict(pairs)

    def number(digits):
        return float(digits) if digits == "-0" else int(digits)

    try:
        file = json.loads(text, object_pairs_hook=unique, parse_int=number)
        scheme = file["proof"]["scheme"]
    except (ValueError, RecursionError, KeyError, TypeError, IndexError) as error:
        raise NotAProof(f"not a CRP-1 dealing proof, or one cut short: {error!r}") from error
    if scheme != "CRP-1":
        raise NotAProof(f"a proof of scheme {scheme!r:.40}; this program knows CRP-1")
    if doubled:
        raise Malformed(f"the field {doubled[0]!r} comes twice")
    proof = file["proof"]
    outcome = proof.get("outcome")
    kind = next(iter(outcome), None) if type(outcome) is dict else None
    if kind not in OUTCOMES:
        raise Malformed("the outcome must be dealt, burned or void")
    form = {**PROOF, "outcome": {kind: OUTCOMES[kind]}}
    if "own" in proof:
        form["own"] = [OPENING]
    conform(file, {"proof": form, "record": encodable})
    return file


def encodable(value):
    try:
        return type(value) is str and value.encode() is not None
    except UnicodeEncodeError:
        return False


# The program


def batch():
    for line in sys.stdin.buffer:
        try:
            failed = [name for name, ok, _ in verify(read(line.decode())) if not ok]
            answer = " ".join(failed) or "ok"
        except (NotAProof, UnicodeDecodeError):
            answer = "not-a-proof"
        except Malformed:
            answer = "malformed"
        print(answer)


def main():
    parser = argparse.ArgumentParser(description="Checks the dealing proof of a Cardroom hand (scheme CRP-1).")
    parser.add_argument("file", nargs="?", help="the proof file")
    parser.add_argument("--key", help="the room's public key in hex, from a place you trust")
    parser.add_argument("--previous", help="the proof file of the table's previous hand")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--batch", action="store_true", help="check one proof file a line from standard input")
    args = parser.parse_args()
    if args.batch:
        batch()
        return 0
    if not args.file:
        parser.error("a proof file is needed")
    try:
        with open(args.file, encoding="utf-8") as opened:
            text = opened.read()
        before = None
        if args.previous:
            with open(args.previous, encoding="utf-8") as opened:
                before = read(opened.read())
        checks = list(verify(read(text), args.key, before))
    except Malformed as error:
        checks = [("form", False, str(error))]
    except (NotAProof, OSError, UnicodeDecodeError) as error:
        print(f"verify.py: {args.file}: {error}", file=sys.stderr)
        return 2
    if args.json:
        shown = [{"name": name, "ok": ok, "detail": detail} for name, ok, detail in checks]
        print(json.dumps({"ok": all(ok for _, ok, _ in checks), "checks": shown}, indent=2))
    else:
        for name, ok, detail in checks:
            print(f"{'holds' if ok else 'FAILS'}  {name:<11}{detail}")
    return 0 if all(ok for _, ok, _ in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
