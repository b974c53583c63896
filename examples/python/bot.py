#!/usr/bin/env python3
"""A bot for Cardroom in one file: it opens a table, asks the house for opponents, and plays.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python bot.py http://127.0.0.1:7777 --game holdout --hands 100

`--game all` plays every game of the room, one after the other. `--save hands` writes the hands as PHH records into the
folder `hands`, with the bot's own cards, for `cardroom replay --check --stats hands`. The house's bots think as long as
people do; for a quick match open a room in which nobody waits:

    cardroom serve --demo --set bots_think=false --set pause_seconds=0 \\
        --set messages_per_second=1000 --set messages_burst=1000 --set requests_per_second=1000

It knows no rules. Everything it may do is in the `legal` of its turn; it picks something cautious from that.
The messages are described in docs/protocol.md.
"""

import argparse
import asyncio
import hashlib
import json
import pathlib
import random
import secrets
import sys
import time
import urllib.error
import urllib.request

import websockets


class Door:
    """The API: a session as a guest, and requests with its cookie."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        self.cookie = None
        self.csrf = None

    def request(self, method, path, body=None):
        """What the room answers, read from its JSON."""
        return json.loads(self.text(method, path, body) or "null")

    def text(self, method, path, body=None):
        """What the room answers, as it is; who asks too fast waits as long as it says."""
        request = urllib.request.Request(self.url + path, method=method)
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        if self.csrf:
            request.add_header("X-CSRF-Token", self.csrf)
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        while True:
            try:
                with urllib.request.urlopen(request, data) as answer:
                    cookie = answer.headers.get("Set-Cookie")
                    if cookie:
                        self.cookie = cookie.split(";")[0]
                    return answer.read().decode()
            except urllib.error.HTTPError as refusal:
                # Every refusal is a problem+json that says what is wrong.
                problem = json.load(refusal)
                if problem["code"] != "too_many":
                    raise SystemExit(f"{method} {path}: {problem['detail']}") from None
                time.sleep(problem.get("retry_after") or 1)
            except urllib.error.URLError as nobody:
                raise SystemExit(f"no card room answers at {self.url} ({nobody.reason}): cardroom serve opens one") from None

    def come_in(self):
        account = self.request("GET", "/api/v1/account")
        self.csrf = account["csrf"]
        return account


def choose(turn, cards, rng):
    """What to do in a turn. `legal` says everything that is allowed."""
    legal = turn["legal"]
    if turn["kind"] == "discard":
        thrown = rng.randint(0, min(legal["most"], len(cards) - 1))
        return {"type": "discard", "cards": rng.sample(cards, thrown)}
    if turn["kind"] == "draw":
        return {"type": "draw", "cards": rng.sample(cards, rng.randint(0, min(legal["most"], 3)))}
    if turn["kind"] == "show":
        return {"type": "muck" if legal["may_muck"] else "show"}
    raises = legal["raise"]
    if raises and rng.random() < 0.15:
        return {"type": "raise", "to": raises["min"]}
    if legal["check"]:
        return {"type": "check"}
    # A small price is paid; a large one now and then.
    if legal["call"] * 3 <= turn["pot"] or rng.random() < 0.2:
        return {"type": "call"}
    return {"type": "fold"}


class Chain:
    """The bot's part in the shuffle (docs/fairness.md): an anchor for its seat, then a link for every hand."""

    def __init__(self, length=4096):
        self.links = [secrets.token_bytes(32)]
        for _ in range(length):
            tag, link = b"cardroom/v1/chain", self.links[-1]
            self.links.append(hashlib.sha256(bytes([len(tag)]) + tag + len(link).to_bytes(4, "big") + link).digest())

    def next(self):
        """The anchor first; then link by link back to the secret."""
        return self.links.pop().hex()


class Player:
    """One seat at one table."""

    def __init__(self, socket, table, rng):
        self.socket = socket
        self.table = table
        self.rng = rng
        self.seat = None
        self.hand = None
        self.cards = []
        self.hands = 0
        self.playing = False
        self.closing = False
        self.commands = 0
        self.sent = {}

    async def send(self, command):
        self.commands += 1
        message = {"type": "command", "id": f"bot-{self.commands}", "table": self.table, "command": command}
        self.sent = {message["id"]: message}
        await self.socket.send(json.dumps(message))
        return message["id"]

    async def play(self, hands, buy_in):
        await self.socket.send(json.dumps({"type": "watch", "table": self.table}))
        self.chain = Chain()
        self.sit = await self.send({"type": "sit", "buy_in": buy_in, "anchor": self.chain.next()})
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "answer" and message["problem"]:
                await self.refused(message["id"], message["problem"])
            if message["type"] == "answer" and message.get("seat") is not None:
                self.seat = message["seat"]
            if message["type"] == "bye":
                raise SystemExit(f"the server closes: {message['problem']['detail']}")
            if message["type"] == "events" and message["table"] == self.table:
                for event in message["events"]:
                    if event["type"] == "closed":
                        return
                    await self.see(event, buy_in)
                # A hand that has begun meanwhile is played to its end before the table closes.
                if self.hands >= hands and not self.closing:
                    self.closing = True
                    await self.send({"type": "close"})

    async def refused(self, id, problem):
        """Too fast: waits and says the same again, under the same id, so that it is done once. Anything else is odd."""
        if problem["code"] == "too_many":
            await asyncio.sleep(problem.get("retry_after", 1))
            for message in list(self.sent.values()):
                await self.socket.send(json.dumps(message))
        elif id == self.sit or problem["code"] not in ("conflict", "stale"):
            raise SystemExit(f"refused: {problem['detail']}")

    async def see(self, event, buy_in):
        kind = event["type"]
        if kind == "hand_started":
            self.hand, self.cards = event["hand"], []
            self.playing = any(seat["seat"] == self.seat for seat in event["seats"])
        elif kind == "committed" and self.seat in event["links"]:
            await self.send({"type": "link", "hand": event["hand"], "link": self.chain.next()})
        elif kind == "you" and event["you"]["seat"] is not None and not event["you"]["chain"]:
            # A link came too late, and the chain is gone; or a tournament has seated the bot.
            self.chain = Chain()
            comes = "return" if event["you"]["sitting_out_from"] else "chain"
            await self.send({"type": comes, "anchor": self.chain.next()})
        elif kind == "dealt":
            self.cards += event["own"]
        elif kind in ("discarded", "drew"):
            self.cards = [card for card in self.cards if card not in event["own"]]
        elif kind == "turn" and event["turn"]["legal"]:
            turn = event["turn"]
            play = choose(turn, self.cards, self.rng)
            await self.send({"type": "act", "hand": self.hand, "turn": turn["turn"], "play": play})
        elif kind == "hand_ended" and self.playing and not self.closing:
            self.hands += 1
            for seat in event["stacks"]:
                if seat["seat"] == self.seat and seat["stack"] == 0:
                    await self.send({"type": "top_up", "amount": buy_in})
                    await self.send({"type": "return"})


async def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("url", nargs="?", default="http://127.0.0.1:7777", help="where the room is, this machine's else")
    arguments.add_argument("--game", default="holdout", help="an id that cardroom games lists, or all")
    arguments.add_argument("--limit", default="fixed", choices=["fixed", "pot", "no"], help="fixed unless given")
    arguments.add_argument("--hands", type=int, default=100, help="how many of each game, 100 unless given")
    arguments.add_argument(
        "--opponents", default="beginner,solid", help="the house's bots: beginner, solid and strong, with commas between"
    )
    arguments.add_argument("--seed", type=int, default=1, help="the same one plays alike")
    arguments.add_argument("--save", type=pathlib.Path, metavar="FOLDER", help="write every hand there, as PHH")
    asked = arguments.parse_args()

    door = Door(asked.url)
    games = [game["id"] for game in door.request("GET", "/api/v1/games")] if asked.game == "all" else [asked.game]
    for game in games:
        # A new guest for each game, with a full wallet.
        door = Door(asked.url)
        account = door.come_in()
        file = asked.save and asked.save / f"{game}-{account['account']}.phhs"
        if file and file.exists():
            raise SystemExit(f"{file} is there already: records are never written over others")
        table = await match(door, asked, game)
        hands = list(played(door, table))
        won = sum(hand["net"] for hand in hands)
        per_100 = 100 * won / max(len(hands), 1)
        print(f"{account['name']}, {game}: {won:+} chips in {len(hands)} hands, {per_100:+.1f} per 100 hands", flush=True)
        if file:
            save(door, hands, file)


def played(door, table):
    """The hands that the account has played at a table, the newest first, as the room keeps them."""
    page = f"/api/v1/hands?table={table}&limit=100"
    before = ""
    while before is not None:
        answer = door.request("GET", page + before)
        yield from answer["hands"]
        before = answer["next"] and f"&before={answer['next']}"


def save(door, hands, file):
    """Writes the records of hands into one file, the oldest first."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("x", encoding="utf-8") as records:
        for number, hand in enumerate(reversed(hands), start=1):
            record = door.text("GET", f"/api/v1/hands/{hand['table']}/{hand['hand']}/record/phh")
            records.write(f"[{number}]\n{record}\n")
    print(f"{len(hands)} hands in {file}", flush=True)


async def match(door, asked, game):
    """A table of its own with the house's bots, closed again after so many hands; which one it was."""
    bots = asked.opponents.split(",")
    spread = {"game": game, "limit": asked.limit, "min_bet": 10}
    opened = door.request("POST", "/api/v1/tables", {"spread": spread, "seats": len(bots) + 1, "bots": bots})
    url = asked.url.replace("http", "ws", 1).rstrip("/") + "/ws/v1"
    async with websockets.connect(url, additional_headers={"Cookie": door.cookie}) as socket:
        player = Player(socket, opened["table"], random.Random(asked.seed))
        await player.play(asked.hands, buy_in=200)
    return opened["table"]


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
