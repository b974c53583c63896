// Made from crates/protocol by `make types`; the tests check that it is current.

/**
 * Chips named by a client: a whole number, or whatever was in its place.
 */
export type Amount = number;

/**
 * A card that lies open to the reader: `"As"`, `"Td"`.
 */
export type Card = string;

/**
 * Bytes in hexadecimal: a digest, a link of a chain, a signature.
 */
export type Hex = string;

/**
 * A message from a client.
 */
export type ClientMessage = { "type": "watch", 
/**
 * Which table.
 */
table: number, 
/**
 * The last sequence number that the client has of this table.
 */
since: number | null, 
/**
 * The invitation code of a private table.
 */
code: string | null, } | { "type": "unwatch", 
/**
 * Which table.
 */
table: number, } | { "type": "watch_lobby", 
/**
 * Whether to follow it.
 */
on: boolean, } | { "type": "watch_tournament", 
/**
 * Which tournament.
 */
tournament: number, 
/**
 * Whether to follow it.
 */
on: boolean, 
/**
 * The invitation code of a private one; whoever holds it or has entered needs none.
 */
code: string | null, } | { "type": "command", 
/**
 * The client's own name for this command, at most 40 bytes, another one for each command at a table.
 */
id: string, 
/**
 * Which table.
 */
table: number, 
/**
 * What.
 */
command: Command, } | { "type": "ping", 
/**
 * Anything; it comes back.
 */
echo: number, };

/**
 * Something to do at a table.
 */
export type Command = { "type": "sit", 
/**
 * Which seat, from 0.
 */
seat: number | null, 
/**
 * With how many chips from the wallet.
 */
buy_in: Amount, 
/**
 * The anchor of the client's chain of seeds, if it adds to the shuffle.
 */
anchor: Hex | null, } | { "type": "wait", } | { "type": "stop_waiting", } | { "type": "leave", } | { "type": "sit_out", 
/**
 * From when.
 */
when: SitOutWhen, } | { "type": "return", 
/**
 * The anchor of a new chain, if the old one was lost.
 */
anchor: Hex | null, } | { "type": "chain", 
/**
 * The anchor of the chain.
 */
anchor: Hex, } | { "type": "top_up", 
/**
 * How many.
 */
amount: Amount, } | { "type": "post", 
/**
 * Post now, or wait for the big blind.
 */
when: PostWhen, } | { "type": "auto_post", 
/**
 * Whether.
 */
on: boolean, } | { "type": "auto_muck", 
/**
 * Whether.
 */
on: boolean, } | { "type": "straddle", 
/**
 * Whether.
 */
on: boolean, } | { "type": "act", 
/**
 * In which hand.
 */
hand: number, 
/**
 * At which turn of it; an old one changes nothing.
 */
turn: number, 
/**
 * What.
 */
play: Play, } | { "type": "time_bank", 
/**
 * In which hand.
 */
hand: number, 
/**
 * At which turn of it.
 */
turn: number, } | { "type": "link", 
/**
 * For which hand.
 */
hand: number, 
/**
 * The link.
 */
link: Hex, } | { "type": "reveal", 
/**
 * Which hand.
 */
hand: number, 
/**
 * Which cards.
 */
cards: Array<Card>, } | { "type": "chat", 
/**
 * What.
 */
text: string, } | { "type": "pause", } | { "type": "resume", } | { "type": "kick", 
/**
 * Whom.
 */
account: number, } | { "type": "mute", 
/**
 * Whom.
 */
account: number, 
/**
 * Whether.
 */
on: boolean, } | { "type": "spread", 
/**
 * To what.
 */
spread: SpreadRequest, 
/**
 * The least to sit down with from then on; 20 big blinds if left out.
 */
min_buy_in?: number, 
/**
 * The most to sit down with; 100 big blinds if left out.
 */
max_buy_in?: number, } | { "type": "add_bot", 
/**
 * `beginner`, `solid` or `strong`.
 */
level: string, } | { "type": "close", };

/**
 * What a player does in turn.
 */
export type Play = { "type": "fold", } | { "type": "check", } | { "type": "call", } | { "type": "raise", 
/**
 * How much in all.
 */
to: Amount, } | { "type": "discard", 
/**
 * Which.
 */
cards: Array<Card>, } | { "type": "draw", 
/**
 * Which.
 */
cards: Array<Card>, } | { "type": "show", } | { "type": "muck", };

/**
 * From when a player sits out.
 */
export type SitOutWhen = "next_hand" | "next_big_blind";

/**
 * When owed blinds are made good.
 */
export type PostWhen = "now" | "big_blind";

/**
 * A message from the server.
 */
export type ServerMessage = { "type": "welcome", 
/**
 * The protocol's version.
 */
version: number, 
/**
 * The program's version.
 */
server: string, 
/**
 * The server's time in milliseconds; every deadline is in it.
 */
time: number, 
/**
 * The client's account.
 */
account: Account, 
/**
 * The tables where the account sits.
 */
tables: Array<number>, } | { "type": "table", 
/**
 * The number of the last message whose events are in it.
 */
seq: number, 
/**
 * The server's time in milliseconds.
 */
time: number, 
/**
 * The table.
 */
snapshot: TableSnapshot, 
/**
 * What the viewer could see of the hand on the table so far, from its `hand_started` on, without turns and
 * without the pots of its rounds: a log begins with it. It is in the snapshot already. Before the deal, while
 * links are awaited, the hand's `committed`, with the chairs that still have to give one.
 */
so_far: Array<TableEvent>, 
/**
 * What they are called who began that hand, each with its chair: who sits there now may be somebody else.
 */
names: Array<[number, string]>, } | { "type": "events", 
/**
 * Which table.
 */
table: number, 
/**
 * The number of this message; the table's next one has the next number.
 */
seq: number, 
/**
 * The server's time in milliseconds.
 */
time: number, 
/**
 * What happened, in order.
 */
events: Array<TableEvent>, } | { "type": "answer" } & Answer | { "type": "lobby" } & Lobby | { "type": "tournament" } & TournamentSnapshot | { "type": "wallet", 
/**
 * How many there are now.
 */
chips: number, } | { "type": "seat", 
/**
 * Which table.
 */
table: number, 
/**
 * Why.
 */
reason: string, 
/**
 * Until when a chair that came free is kept, in milliseconds of the server's time; null where a tournament
 * seated it.
 */
until: number | null, } | { "type": "pong", 
/**
 * What was sent.
 */
echo: number, 
/**
 * The server's time in milliseconds.
 */
time: number, } | { "type": "bye", 
/**
 * Why, and whether to come back.
 */
problem: Problem, };

/**
 * The answer to a command: done, or refused.
 */
export type Answer = { 
/**
 * The command's id, or `watch:TABLE` and `watch_tournament:NUMBER` for those; null where the message has none or
 * could not be read.
 */
id: string | null, 
/**
 * Why not; null is done.
 */
problem: Problem | null, 
/**
 * For a `sit` that was done, the chair.
 */
seat?: number, };

/**
 * A refusal: nothing was changed.
 */
export type Problem = { 
/**
 * What kind, as the address of its paragraph on a page of the server's own.
 */
type: string, 
/**
 * What kind, for programs.
 */
code: Code, 
/**
 * What kind, in words.
 */
title: string, 
/**
 * The HTTP status that goes with it.
 */
status: number, 
/**
 * What was wrong, what is allowed, and by which rule.
 */
detail: string, 
/**
 * What the player may do instead, where it is its turn.
 */
legal?: Choices, 
/**
 * When it is worth trying again, in seconds.
 */
retry_after?: number, };

/**
 * The kinds of refusal.
 */
export type Code = "malformed" | "illegal" | "stale" | "conflict" | "sign_in" | "forbidden" | "not_found" | "too_many" | "too_large" | "unavailable" | "internal";

/**
 * A table as one viewer may see it.
 */
export type TableSnapshot = { 
/**
 * Which table.
 */
table: number, 
/**
 * What it is called; a tournament's tables are called what the tournament is.
 */
name: string, 
/**
 * Which of its tournament's tables it is, from 1.
 */
number: number | null, 
/**
 * The game that is played now.
 */
spread: SpreadInfo, 
/**
 * The games that take turns, where several do.
 */
mix: Array<SpreadInfo>, 
/**
 * How many hands of each are played in turn; null is an orbit.
 */
mix_hands: number | null, 
/**
 * All settings of the game, or of the mix, as somebody would ask for them; null in a hand told again.
 */
asked: SpreadRequest | null, 
/**
 * The tournament it belongs to.
 */
tournament: number | null, 
/**
 * Whether only people with its code may come.
 */
private: boolean, 
/**
 * The account of its host.
 */
host: number | null, 
/**
 * Whether the hold advisor may be asked during a hand.
 */
advisor: boolean, 
/**
 * The least and the most that one may sit down with.
 */
buy_in: [number, number], 
/**
 * How long a turn is, in milliseconds.
 */
clock_ms: number, 
/**
 * The time bank that a player sits down with, in milliseconds.
 */
bank_ms: number, 
/**
 * From the end of a hand to the next one, in milliseconds.
 */
pause_ms: number, 
/**
 * How long a player may sit out before it loses its seat, in milliseconds; 0 is for ever.
 */
sit_out_ms: number, 
/**
 * One for each chair; `player` is null where it is empty.
 */
seats: Array<SeatView>, 
/**
 * The hand that runs, or the last one while it is still on the table.
 */
hand: HandView | null, 
/**
 * Why nothing is dealt: "Waiting for a second player".
 */
waiting: string | null, 
/**
 * Why no hand follows, or why the table stands still.
 */
paused: string | null, 
/**
 * How many stand on the waiting list.
 */
waiting_list: number, 
/**
 * How many look on.
 */
spectators: number, 
/**
 * The last things said.
 */
chat: Array<ChatLine>, 
/**
 * The accounts that the host has muted.
 */
muted: Array<number>, 
/**
 * What concerns the viewer alone.
 */
you: You, };

/**
 * One chair.
 */
export type SeatView = { 
/**
 * Which, from 0.
 */
seat: number, 
/**
 * Who sits there.
 */
player: Player | null, 
/**
 * Chips behind.
 */
stack: number, 
/**
 * Chips bet in this round.
 */
bet: number, 
/**
 * How the player stands.
 */
state: SeatState, 
/**
 * The cards before it, in the order they were dealt; null is face down.
 */
cards: Array<Card | null>, 
/**
 * How many cards it threw away, discard by discard or draw by draw.
 */
thrown: Array<number>, 
/**
 * What it did last in this round of betting: `check`, `call`, `bet` or `raise`.
 */
last: string | null, };

/**
 * Somebody at a table.
 */
export type Player = { 
/**
 * Its account.
 */
account: number, 
/**
 * Its name.
 */
name: string, 
/**
 * `house` for a house bot; null for anybody else.
 */
bot: string | null, 
/**
 * Whether it is connected.
 */
connected: boolean, };

/**
 * How a player stands.
 */
export type SeatState = "empty" | "ready" | "waiting_for_blind" | "sitting_out" | "playing" | "all_in" | "folded" | "mucked";

/**
 * A hand as one viewer may see it.
 */
export type HandView = { 
/**
 * Its number at this table.
 */
hand: number, 
/**
 * The game.
 */
spread: SpreadInfo, 
/**
 * The chair with the button.
 */
button: number, 
/**
 * The chair with the small blind; null where it is dead.
 */
small_blind: number | null, 
/**
 * The chair with the big blind.
 */
big_blind: number, 
/**
 * The board, dealing by dealing.
 */
board: Array<Array<Card>>, 
/**
 * What everyone must have bet in this round to stay in.
 */
price: number, 
/**
 * Everything in the middle, bets too.
 */
pot: number, 
/**
 * The pots without the bets of this round.
 */
pots: Array<Pot>, 
/**
 * Whose turn it is.
 */
turn: Turn | null, 
/**
 * What the viewer holds is worth so far: high, then low.
 */
made: Array<Half>, 
/**
 * The viewer's own cards that it threw away.
 */
own_thrown: Array<Card>, 
/**
 * What the dealing was committed to.
 */
commitment: Hex | null, 
/**
 * Whether it is over.
 */
over: boolean, };

/**
 * A pot and the chairs that can win it.
 */
export type Pot = { 
/**
 * How much.
 */
amount: number, 
/**
 * Who can win it.
 */
seats: Array<number>, };

/**
 * What concerns the viewer alone.
 */
export type You = { 
/**
 * Its chair.
 */
seat: number | null, 
/**
 * Its place on the waiting list, from 1.
 */
waiting: number | null, 
/**
 * Until when a chair is kept for it, having waited, in milliseconds of the server's time. Who hasn't sat down by
 * then waits no longer.
 */
kept_until: number | null, 
/**
 * The chips in its wallet.
 */
wallet: number, 
/**
 * Whether the host has sent it away: it takes no seat here any more.
 */
sent_off: boolean, 
/**
 * What it must bring at least, having left with so much a short while ago.
 */
must_bring: number | null, 
/**
 * Chips it has asked for, that come with the next hand.
 */
coming: number, 
/**
 * Whether it owes blinds.
 */
owes_blinds: boolean, 
/**
 * Whether it sits out, is away, or asked to sit out or to leave, and when.
 */
sitting_out_from: string | null, 
/**
 * Whether owed blinds are posted without asking.
 */
auto_post: boolean, 
/**
 * Whether beaten hands are mucked without asking.
 */
auto_muck: boolean, 
/**
 * Whether it straddles where it may.
 */
straddle: boolean, 
/**
 * What is left of its time bank, in milliseconds.
 */
bank_ms: number, 
/**
 * Whether its seat has a chain, and so adds to the shuffle.
 */
chain: boolean, 
/**
 * Whether it is this table's host.
 */
host: boolean, 
/**
 * The invitation code, for whoever may know it.
 */
code: string | null, };

/**
 * Something that was said.
 */
export type ChatLine = { 
/**
 * By which account; null is the dealer.
 */
account: number | null, 
/**
 * By whom.
 */
name: string, 
/**
 * What. Always shown as text.
 */
text: string, 
/**
 * When, in milliseconds of the server's time.
 */
at: number, };

/**
 * Something that happened at a table.
 */
export type TableEvent = { "type": "seated", 
/**
 * Where.
 */
seat: number, 
/**
 * Who.
 */
player: Player, 
/**
 * With how many chips.
 */
stack: number, 
/**
 * How it stands.
 */
state: SeatState, } | { "type": "left", 
/**
 * From where.
 */
seat: number, 
/**
 * Why, if not by its own wish.
 */
reason: string | null, } | { "type": "seat", 
/**
 * Which.
 */
seat: number, 
/**
 * How it stands now.
 */
state: SeatState, 
/**
 * Its chips now.
 */
stack: number, } | { "type": "connected", 
/**
 * Whose.
 */
seat: number, 
/**
 * Whether it is there now.
 */
connected: boolean, } | { "type": "you", 
/**
 * All of it.
 */
you: You, } | { "type": "button_drawn", 
/**
 * Who drew which.
 */
cards: Array<[number, Card]>, 
/**
 * The chair with the button.
 */
button: number, } | { "type": "committed", 
/**
 * The hand.
 */
hand: number, 
/**
 * The commitment.
 */
commitment: Hex, 
/**
 * The room's signature over it.
 */
signature: Hex, 
/**
 * The room's key.
 */
key: Hex, 
/**
 * The chairs whose link is awaited.
 */
links: Array<number>, 
/**
 * Until when, in milliseconds of the server's time.
 */
deadline: number, } | { "type": "burned", 
/**
 * The hand.
 */
hand: number, 
/**
 * The chairs that gave no link and now sit out.
 */
seats: Array<number>, } | { "type": "hand_started", 
/**
 * Its number.
 */
hand: number, 
/**
 * The game.
 */
spread: SpreadInfo, 
/**
 * The chair with the button.
 */
button: number, 
/**
 * The chair with the small blind; null where it is dead.
 */
small_blind: number | null, 
/**
 * The chair with the big blind.
 */
big_blind: number, 
/**
 * Who is dealt in, and with how many chips.
 */
seats: Array<Seating>, } | { "type": "posted", 
/**
 * Whose.
 */
seat: number, 
/**
 * `ante`, `small_blind`, `big_blind`, `straddle`, `live` or `dead`.
 */
post: string, 
/**
 * How much.
 */
amount: number, 
/**
 * Chips left behind.
 */
stack: number, } | { "type": "dealt", 
/**
 * The chairs; one may come several times.
 */
seats: Array<number>, 
/**
 * Those of the viewer, in the order they came.
 */
own: Array<Card>, } | { "type": "burn_card" } | { "type": "board", 
/**
 * Which.
 */
cards: Array<Card>, } | { "type": "round", 
/**
 * Which, from 0.
 */
round: number, 
/**
 * The pots, without what lies in front of the players.
 */
pots: Array<Pot>, } | { "type": "turn", 
/**
 * Whose, until when, and for the player itself what it may do.
 */
turn: Turn, } | { "type": "time_bank", 
/**
 * Who.
 */
seat: number, 
/**
 * Until when now, in milliseconds of the server's time.
 */
deadline: number, } | { "type": "folded", 
/**
 * Who.
 */
seat: number, 
/**
 * Whether because its time ran out.
 */
timeout: boolean, } | { "type": "checked", 
/**
 * Who.
 */
seat: number, 
/**
 * Whether because its time ran out.
 */
timeout: boolean, } | { "type": "called", 
/**
 * Who.
 */
seat: number, 
/**
 * How much was put in.
 */
amount: number, 
/**
 * The bet in this round now.
 */
bet: number, 
/**
 * Chips left behind.
 */
stack: number, } | { "type": "raised", 
/**
 * Who.
 */
seat: number, 
/**
 * The bet in this round now.
 */
to: number, 
/**
 * By how much the price rose.
 */
by: number, 
/**
 * Chips left behind.
 */
stack: number, 
/**
 * Whether nobody had bet before.
 */
bet: boolean, } | { "type": "discarded", 
/**
 * Who.
 */
seat: number, 
/**
 * How many.
 */
count: number, 
/**
 * Which, for the player itself.
 */
own: Array<Card>, 
/**
 * Whether because its time ran out.
 */
timeout: boolean, } | { "type": "drew", 
/**
 * Who.
 */
seat: number, 
/**
 * How many.
 */
count: number, 
/**
 * Which go, for the player itself.
 */
own: Array<Card>, 
/**
 * Whether because its time ran out.
 */
timeout: boolean, } | { "type": "reshuffled", 
/**
 * With how many cards.
 */
cards: number, } | { "type": "made", 
/**
 * The halves.
 */
made: Array<Half>, } | { "type": "returned", 
/**
 * To whom.
 */
seat: number, 
/**
 * How much.
 */
amount: number, 
/**
 * Chips behind now.
 */
stack: number, } | { "type": "shown", 
/**
 * Whose.
 */
seat: number, 
/**
 * The cards held.
 */
cards: Array<Card>, 
/**
 * What it is worth for high.
 */
high: Half | null, 
/**
 * What it is worth for low.
 */
low: Half | null, } | { "type": "mucked", 
/**
 * Whose.
 */
seat: number, } | { "type": "awarded", 
/**
 * Everything about it.
 */
award: Award, } | { "type": "revealed", 
/**
 * Who.
 */
seat: number, 
/**
 * Which.
 */
cards: Array<Card>, } | { "type": "hand_ended", 
/**
 * Its number.
 */
hand: number, 
/**
 * Everyone's chips.
 */
stacks: Array<Seating>, } | { "type": "hand_void", 
/**
 * Its number.
 */
hand: number, 
/**
 * Why.
 */
reason: string, 
/**
 * Everyone's chips.
 */
stacks: Array<Seating>, } | { "type": "spread", 
/**
 * Which.
 */
spread: SpreadInfo, 
/**
 * The games that take turns, where several do.
 */
mix: Array<SpreadInfo>, 
/**
 * How many hands of each are played in turn; null is an orbit.
 */
mix_hands: number | null, 
/**
 * All of its settings, or the mix's, as somebody would ask for them.
 */
asked: SpreadRequest, 
/**
 * The least and the most that one may sit down with.
 */
buy_in: [number, number], } | { "type": "paused", 
/**
 * Why.
 */
reason: string, } | { "type": "resumed", 
/**
 * When the turn that runs is over now, where the clocks stood still.
 */
deadline: number | null, } | { "type": "waiting_list", 
/**
 * How many stand on it.
 */
length: number, } | { "type": "chat", 
/**
 * Who and what.
 */
line: ChatLine, } | { "type": "muted", 
/**
 * Whom.
 */
account: number, 
/**
 * Whether it is muted now.
 */
on: boolean, } | { "type": "closed", 
/**
 * Why.
 */
reason: string, };

/**
 * A chair and its chips.
 */
export type Seating = { 
/**
 * The chair.
 */
seat: number, 
/**
 * Its chips.
 */
stack: number, };

/**
 * A player's turn.
 */
export type Turn = { 
/**
 * Whose.
 */
seat: number, 
/**
 * Its number in this hand; a command names it.
 */
turn: number, 
/**
 * `bet`, `discard`, `draw` or `show`.
 */
kind: string, 
/**
 * When the time is over, in milliseconds of the server's time.
 */
deadline: number, 
/**
 * How long the turn is in all, in milliseconds.
 */
clock_ms: number, 
/**
 * What is left of the player's time bank, in milliseconds.
 */
bank_ms: number, 
/**
 * Whether the time bank runs.
 */
on_bank: boolean, 
/**
 * Everything in the middle, bets too.
 */
pot: number, 
/**
 * The pots without the bets of this round.
 */
pots: Array<Pot>, 
/**
 * What everyone must have bet in this round to stay in.
 */
price: number, 
/**
 * What the player may do; only the player itself is told.
 */
legal: Choices | null, };

/**
 * What a player may do in its turn.
 */
export type Choices = { "kind": "bet", 
/**
 * Whether a check is free.
 */
check: boolean, 
/**
 * What a call would put in; null where there is nothing to call.
 */
call: number | null, 
/**
 * Whether the call takes the last chip.
 */
call_all_in: boolean, 
/**
 * The bounds of a bet or raise; null where there is none.
 */
raise: RaiseRange | null, 
/**
 * Why there is no raise, with the rule.
 */
no_raise: string | null, 
/**
 * Whether it would be the first bet of the round.
 */
opens: boolean, } | { "kind": "discard", 
/**
 * How many.
 */
most: number, 
/**
 * The rule.
 */
rule: string, 
/**
 * How many board cards will play with 0, 1, 2 … cards thrown away; null is none ever.
 */
board_plays: Array<number>, } | { "kind": "draw", 
/**
 * How many.
 */
most: number, 
/**
 * The rule.
 */
rule: string, } | { "kind": "show", 
/**
 * Whether it may be mucked.
 */
may_muck: boolean, };

/**
 * From where to where a bet or raise goes, as the whole bet of this round.
 */
export type RaiseRange = { 
/**
 * At least.
 */
min: number, 
/**
 * At most.
 */
max: number, 
/**
 * The rule that sets the least.
 */
min_rule: string, 
/**
 * The rule that sets the most.
 */
max_rule: string, 
/**
 * Whether `max` takes the last chip.
 */
max_all_in: boolean, 
/**
 * A raise to half the pot, within the bounds.
 */
half_pot: number, 
/**
 * A raise to two thirds of the pot, within the bounds.
 */
two_thirds_pot: number, 
/**
 * A raise of the pot, within the bounds.
 */
pot: number, };

/**
 * A pot, or half of one, going to a player.
 */
export type Award = { 
/**
 * Which pot; 0 is the main pot.
 */
pot: number, 
/**
 * `whole`, `high` or `low`.
 */
share: string, 
/**
 * To whom.
 */
seat: number, 
/**
 * How much.
 */
amount: number, 
/**
 * Chips behind now.
 */
stack: number, 
/**
 * The hand that won it, if it was shown.
 */
hand: Half | null, 
/**
 * Where an odd chip went, or that no low qualified, with the rule.
 */
note: string | null, };

/**
 * One half of what a shown hand is worth.
 */
export type Half = { 
/**
 * In a dealer's words: "kings full of nines", "eight-six low".
 */
name: string, 
/**
 * The five cards that play, as they are read out.
 */
cards: Array<Card>, };

/**
 * A game of the catalogue.
 */
export type GameInfo = { 
/**
 * Its id: `holdout-hilo`.
 */
id: string, 
/**
 * Its name: "Five Card Hold-Out, high/low".
 */
name: string, 
/**
 * The fewest and the most seats.
 */
seats: [number, number], 
/**
 * The document its rules come from.
 */
source: string, 
/**
 * How many cards a player is dealt.
 */
cards: number, 
/**
 * How many board cards come in each step, in order: Hold-Out is 2, 1, 1.
 */
board: Array<number>, 
/**
 * How often cards are thrown away without replacement.
 */
discards: number, 
/**
 * How often cards are exchanged.
 */
draws: number, 
/**
 * Whether there is a high half.
 */
high: boolean, 
/**
 * Whether there is a low half.
 */
low: boolean, 
/**
 * How low hands are ranked, where there is a low half.
 */
low_ranking: LowRanking | null, 
/**
 * The hash of its rules.
 */
rules_hash: string, };

/**
 * A game with its limit and stakes, as a table plays it.
 */
export type SpreadInfo = { 
/**
 * The game.
 */
game: string, 
/**
 * The game's name.
 */
name: string, 
/**
 * The kind of limit.
 */
limit: LimitKind, 
/**
 * All of it in words: "No limit 50/100".
 */
stakes: string, 
/**
 * The small blind.
 */
small_blind: number, 
/**
 * The big blind.
 */
big_blind: number, 
/**
 * What each player, or the big blind alone, puts in first.
 */
ante: number, 
/**
 * The smallest bet.
 */
min_bet: number, 
/**
 * What a low needs in high/low: "eight or better".
 */
qualifier: string | null, 
/**
 * The house-rule profile, if the table keeps to one.
 */
profile: string | null, 
/**
 * Whether GLD is played to the letter.
 */
gld: boolean, 
/**
 * The hash of the game's rules.
 */
rules_hash: string, };

/**
 * The kinds of limit.
 */
export type LimitKind = "fixed" | "pot" | "no" | "spread";

/**
 * How low hands are ranked.
 */
export type LowRanking = "ace_to_five" | "deuce_to_seven";

/**
 * A house-rule profile: limits that a table is checked against when it opens, and at every wager.
 */
export type ProfileInfo = { 
/**
 * Its id: `wac-230-15`.
 */
id: string, 
/**
 * The largest wager (what is bet, or raised by) in cents.
 */
wager_cents: number, 
/**
 * The most raises of a round, heads-up too.
 */
raises: number, 
/**
 * The most betting rounds of a game.
 */
rounds: number, 
/**
 * The most players of a table.
 */
players: number, 
/**
 * Where that is written.
 */
cite: string, };

/**
 * A game with its limit and stakes, as somebody asks for it. What is left out is the game's default.
 */
export type SpreadRequest = { 
/**
 * The game's id, or a mix's.
 */
game: string, 
/**
 * The kind of limit.
 */
limit: LimitKind, 
/**
 * The smallest bet; in fixed limit the small bet.
 */
min_bet: number, 
/**
 * In spread limit the largest bet; in fixed limit the big bet, twice the small one if left out.
 */
max_bet?: number, 
/**
 * The small blind; half the smallest bet if left out.
 */
small_blind?: number, 
/**
 * The big blind, no less than the smallest bet; as much if left out.
 */
big_blind?: number, 
/**
 * An ante.
 */
ante?: number, 
/**
 * Whether the big blind alone puts in the ante for everyone.
 */
big_blind_ante?: boolean, 
/**
 * Whether the player left of the big blind may straddle.
 */
straddle?: boolean, 
/**
 * How many raises a round may have; 0 is no cap.
 */
raises?: number, 
/**
 * Whether the cap on raises is lifted once two players are left in the hand.
 */
cap_lifted_heads_up?: boolean, 
/**
 * Whether the table plays GLD to the letter, where the house otherwise follows WSOP: showing begins left of the last
 * caller (§14), a raise is at least the big blind (§6), and a round has three raises at any limit.
 */
gld?: boolean, 
/**
 * What a low needs: a rank from 5 to 13, or 0 for none.
 */
qualifier?: number, 
/**
 * A house-rule profile: `wac-230-15`, or `wac-230-15-f` with the higher ceiling.
 */
profile?: string, 
/**
 * What a chip is worth in cents, for checking the profile's limits only; a dollar if left out.
 */
chip_cents?: number, };

/**
 * Everything on the lobby's wall.
 */
export type Lobby = { 
/**
 * The open tables, private ones left out.
 */
tables: Array<TableSummary>, 
/**
 * The tournaments.
 */
tournaments: Array<TournamentSummary>, 
/**
 * How many people are connected.
 */
players: number, };

/**
 * One table on the wall.
 */
export type TableSummary = { 
/**
 * Which.
 */
table: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * The game that is played now.
 */
spread: SpreadInfo, 
/**
 * The ids of the games that take turns, where several do.
 */
mix: Array<string>, 
/**
 * How many chairs there are.
 */
seats: number, 
/**
 * How many people sit.
 */
people: number, 
/**
 * How many of them are connected.
 */
here: number, 
/**
 * How many bots sit.
 */
bots: number, 
/**
 * How many wait.
 */
waiting: number, 
/**
 * The least and the most to sit down with.
 */
buy_in: [number, number], 
/**
 * The average pot of the last hands.
 */
average_pot: number, 
/**
 * Hands an hour, of late.
 */
hands_per_hour: number, 
/**
 * How long a turn is, in milliseconds.
 */
clock_ms: number, 
/**
 * Whether the hold advisor may be asked during a hand.
 */
advisor: boolean, };

/**
 * A table that somebody wants to open.
 */
export type NewTable = { 
/**
 * What to call it; the game's name if left out.
 */
name?: string, 
/**
 * The game and its stakes.
 */
spread: SpreadRequest, 
/**
 * How many chairs; six, or as many as the game allows, if left out.
 */
seats?: number, 
/**
 * The least to sit down with; 20 big blinds if left out.
 */
min_buy_in?: number, 
/**
 * The most to sit down with; 100 big blinds if left out.
 */
max_buy_in?: number, 
/**
 * Whether only people with its code may come.
 */
private?: boolean, 
/**
 * Seconds for a turn; as many as at the house's own tables if left out, 25 unless the room is set otherwise.
 */
clock?: number, 
/**
 * Seconds of the time bank that a player sits down with; as at the house's own tables if left out.
 */
time_bank?: number, 
/**
 * Seconds from the end of a hand to the next one; as at the house's own tables if left out.
 */
pause?: number, 
/**
 * Minutes that a player may sit out before it loses its seat; 0 is for ever. Ten if left out.
 */
sit_out?: number, 
/**
 * In a mix, how many hands of a game are played before the next one's turn; an orbit if left out.
 */
mix_hands?: number, 
/**
 * Whether the hold advisor may be asked during a hand.
 */
advisor?: boolean, 
/**
 * House bots to seat, by level: `["solid", "beginner"]`.
 */
bots?: Array<string>, };

/**
 * A table as it would be opened, for somebody who still chooses.
 */
export type TablePlan = { 
/**
 * The game, or the first of a mix, with its limit and stakes.
 */
spread: SpreadInfo, 
/**
 * How many chairs.
 */
seats: number, 
/**
 * The least and the most to sit down with.
 */
buy_in: [number, number], 
/**
 * How long a turn is, in milliseconds.
 */
clock_ms: number, 
/**
 * The time bank that a player sits down with, in milliseconds.
 */
bank_ms: number, 
/**
 * From the end of a hand to the next one, in milliseconds.
 */
pause_ms: number, 
/**
 * How long a player may sit out before it loses its seat, in milliseconds; 0 is for ever.
 */
sit_out_ms: number, };

/**
 * One tournament on the wall.
 */
export type TournamentSummary = { 
/**
 * Which.
 */
tournament: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * The games, in turn.
 */
games: Array<string>, 
/**
 * How it starts.
 */
kind: TournamentKind, 
/**
 * How far it is.
 */
phase: TournamentPhase, 
/**
 * What it costs to enter.
 */
entry: number, 
/**
 * What there is to win in all.
 */
pool: number, 
/**
 * How many have entered.
 */
entrants: number, 
/**
 * How many can.
 */
most: number, 
/**
 * How many are still in.
 */
left: number, 
/**
 * When a scheduled one starts, in milliseconds of the server's time.
 */
starts_at: number | null, 
/**
 * Whether only people with its code may enter or look on.
 */
private: boolean, };

/**
 * How a tournament starts.
 */
export type TournamentKind = "sit_and_go" | "scheduled";

/**
 * How far a tournament is.
 */
export type TournamentPhase = "registering" | "late_registration" | "running" | "hand_for_hand" | "break" | "paused" | "final_table" | "over" | "cancelled";

/**
 * A tournament from inside.
 */
export type TournamentSnapshot = { 
/**
 * What is on the wall.
 */
summary: TournamentSummary, 
/**
 * The account that holds it; null is the house. It may call it off before it starts, and pause it when it runs.
 */
host: number | null, 
/**
 * The invitation code of a private one, for whoever holds it or has entered.
 */
code: string | null, 
/**
 * Chips each begins with.
 */
stack: number, 
/**
 * The levels, from the first.
 */
levels: Array<Level>, 
/**
 * Which level is played, from 0.
 */
level: number, 
/**
 * When the next one comes, in milliseconds of the server's time.
 */
next_level_at: number | null, 
/**
 * When a pause of its host's ends by itself.
 */
paused_until: number | null, 
/**
 * What each place wins, from the first.
 */
payouts: Array<number>, 
/**
 * Everyone, best first: those still in by chips, then the others by place.
 */
places: Array<Place>, 
/**
 * Its tables.
 */
tables: Array<number>, 
/**
 * Whether it waits for the room to save: until then nothing goes on, and the level stands still.
 */
saving: boolean, 
/**
 * Whether the reader has entered.
 */
entered: boolean, 
/**
 * The reader's table.
 */
your_table: number | null, };

/**
 * One level of a schedule.
 */
export type Level = { 
/**
 * What is played.
 */
spread: SpreadInfo, 
/**
 * For how long, in milliseconds.
 */
length_ms: number, 
/**
 * The break after it, in milliseconds.
 */
break_ms: number, };

/**
 * How somebody stands in a tournament.
 */
export type Place = { 
/**
 * Who.
 */
account: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is a bot.
 */
bot: boolean, 
/**
 * Its chips, while in.
 */
stack: number, 
/**
 * Its table, while in.
 */
table: number | null, 
/**
 * Its place, once out or Champion.
 */
place: number | null, 
/**
 * What it won.
 */
prize: number, };

/**
 * A tournament that somebody wants to hold.
 */
export type NewTournament = { 
/**
 * What to call it.
 */
name?: string, 
/**
 * The game, or the mix of games that take turns, with the stakes of the first level; each level has a multiple of them.
 */
spread: SpreadRequest, 
/**
 * How it starts.
 */
kind: TournamentKind, 
/**
 * Seconds from now until a scheduled one starts.
 */
starts_in?: number, 
/**
 * What it costs to enter.
 */
entry: number, 
/**
 * Chips each begins with; 40 of the first level's smallest bets if left out (GLD).
 */
stack?: number, 
/**
 * How many can enter.
 */
most: number, 
/**
 * Chairs at a table; nine, or as many as the games allow or can enter, if left out.
 */
seats?: number, 
/**
 * Seconds a level lasts, at most 7,200; 480 if left out.
 */
level?: number, 
/**
 * From which level on the ante of the stakes is paid; from the first if left out.
 */
ante_from?: number, 
/**
 * The breaks; five minutes after every six levels if left out.
 */
breaks?: Breaks, 
/**
 * During how many levels players may still come in to a scheduled one; three if left out.
 */
late_levels?: number, 
/**
 * How many a scheduled one takes to start, or it is called off; two if left out.
 */
fewest?: number, 
/**
 * Seconds for a turn; as many as at the house's own tables if left out.
 */
clock?: number, 
/**
 * What each paid place gets of the pool, best first, as parts of their sum: `[50, 30, 20]`; by the number of entrants
 * if left out.
 */
shares?: Array<number>, 
/**
 * House bots to enter, by level.
 */
bots?: Array<string>, 
/**
 * Whether only people with its code may enter or look on.
 */
private?: boolean, };

/**
 * The breaks of a tournament.
 */
export type Breaks = { 
/**
 * After every so many levels.
 */
every: number, 
/**
 * For so many seconds, at most 3,600; 0 is no break at all.
 */
seconds: number, };

/**
 * A tournament as it would be held, for somebody who still chooses.
 */
export type TournamentPlan = { 
/**
 * The game, or the first of a mix, with the stakes of the first level.
 */
spread: SpreadInfo, 
/**
 * Chairs at a table.
 */
seats: number, 
/**
 * Chips each begins with.
 */
stack: number, 
/**
 * The levels, from the first.
 */
levels: Array<Level>, 
/**
 * What each place wins if as many enter as can, from the first.
 */
payouts: Array<number>, };

/**
 * Somebody in the room.
 */
export type Account = { 
/**
 * Its number.
 */
account: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it has no password yet.
 */
guest: boolean, 
/**
 * The chips in its wallet.
 */
chips: number, 
/**
 * What goes with every request that changes something, in the `X-CSRF-Token` header.
 */
csrf?: string, 
/**
 * Its own limits.
 */
limits: Limits, };

/**
 * Limits that an account sets itself; loosening one takes effect a day later.
 */
export type Limits = { 
/**
 * Most minutes of play a day.
 */
minutes_a_day: number | null, 
/**
 * Most chips to lose a day.
 */
chips_a_day: number | null, 
/**
 * Excluded from play until this time, in milliseconds since 1970.
 */
excluded_until: number | null, 
/**
 * When looser limits that were asked for begin to hold, in milliseconds since 1970. It is told, not asked for.
 */
looser_from: number | null, };

/**
 * A name and a password for a guest who wants to stay.
 */
export type Claim = { 
/**
 * The name wanted.
 */
name: string, 
/**
 * The password, at least 8 characters; a guest who only changes its name leaves it out.
 */
password?: string, };

/**
 * A name with its password, or a recovery code in the password's place.
 */
export type Login = { 
/**
 * The name.
 */
name: string, 
/**
 * The password.
 */
password?: string, 
/**
 * One of the recovery codes; it works once.
 */
recovery_code?: string, };

/**
 * The password once more, before something that would let others in.
 */
export type Confirmation = { 
/**
 * The password.
 */
password: string, };

/**
 * A change of password.
 */
export type Credentials = { 
/**
 * The password so far; not needed by somebody who came in with a recovery code.
 */
old?: string, 
/**
 * The new one.
 */
new: string, };

/**
 * Codes that open the account once each. They are shown this one time.
 */
export type RecoveryCodes = { 
/**
 * The codes.
 */
codes: Array<string>, };

/**
 * A browser that is signed in.
 */
export type Session = { 
/**
 * Its number, to revoke it by.
 */
session: number, 
/**
 * What the browser calls itself.
 */
agent: string, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, 
/**
 * Last seen, in milliseconds since 1970.
 */
seen: number, 
/**
 * Whether it is the one that asks.
 */
this: boolean, };

/**
 * A request for a token.
 */
export type NewToken = { 
/**
 * What it is for: one line of 1 to 60 characters.
 */
label: string, };

/**
 * A token with which a program plays as this account.
 */
export type Token = { 
/**
 * Its number, to revoke it by.
 */
id: number, 
/**
 * What it is for.
 */
label: string, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, 
/**
 * The token itself, shown once: it goes into `Authorization: Bearer`.
 */
token?: string, };
