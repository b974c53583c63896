//! The lines of a case that say what must be true.

use cardroom_rules::{Input, Legal, Need, Seat, Viewer};

use super::table::{Outcome, Table};
use super::words;

impl Table {
    /// A line that plays, or says what must be true.
    pub(super) fn expect(&mut self, line: &str, words: &[&str]) -> Outcome {
        let hand = self.hand()?;
        if let Some(texts) = line.strip_prefix(">>") {
            return texts.split(',').try_for_each(|text| self.expect_next(text.trim()));
        }
        if let Some(texts) = line.strip_prefix('>') {
            return texts.split(',').try_for_each(|text| self.expect_later(text.trim()));
        }
        if let Some(text) = line.strip_prefix("never:") {
            return self.expect_never(text.trim());
        }
        match *words {
            ["stacks", ref stacks @ ..] => {
                let now: Vec<String> = hand.stacks().map(|stack| stack.to_string()).collect();
                same("stacks", &now.join(" "), &stacks.join(" "))
            }
            ["pot", amount] => same("pot", &hand.pot().to_string(), amount),
            ["pots:", ..] => {
                let pots = hand.pots();
                let pots = pots.iter().map(|pot| {
                    let who: Vec<String> = pot.contenders.iter().map(|seat| seat.to_string()).collect();
                    format!("{} for {}", pot.amount, who.join(" "))
                });
                same("pots:", &pots.collect::<Vec<_>>().join(", "), &words[1..].join(" "))
            }
            ["over"] => same("the hand", &format!("{:?}", hand.need()), &format!("{:?}", Need::Nothing)),
            [_, "may:", ..] => same("", &words::legal(hand.legal()), line),
            [player, "may", "not", "raise:", ..] => self.expect_no_raise(words::seat(player)?, &words[4..].join(" ")),
            [player, "raises", "within:", ..] => self.expect_bounds(words::seat(player)?, &words[3..].join(" ")),
            [player, "may", "throw", "by:", ..] => self.expect_throw_rule(words::seat(player)?, &words[4..].join(" ")),
            [viewer, "saw:", ..] => self.expect_seen(viewer, &words[2..].join(" ")),
            [viewer, "never", "saw:", ref cards @ ..] => self.expect_unseen(viewer, cards),
            ["dealer", "deals", "any"] => {
                let card = self.dealer.next(&hand)?;
                self.apply(Input::Card(Some(card)))
            }
            ["dealer", "deals", card] => self.apply(Input::Card(Some(one_card(card)?))),
            ["dealer", "deals", "any", "times", times] => {
                let times: usize = times.parse().map_err(|_| "no number")?;
                (0..times).try_for_each(|_| {
                    let hand = self.hand()?;
                    let card = self.dealer.next(&hand)?;
                    self.apply(Input::Card(Some(card)))
                })
            }
            ["dealer", "shuffles"] => self.apply(Input::Reshuffle),
            ["everyone", ref doing @ ..] => self.everyone(doing),
            _ => line.split(',').try_for_each(|part| self.play(part)),
        }
    }

    pub(super) fn expect_refusal(&mut self, text: &str) -> Outcome {
        let (tried, message) = text.split_once(": \"").ok_or("refused: WHAT: \"MESSAGE\"")?;
        let message = message.strip_suffix('"').ok_or("the message ends with a quotation mark")?;
        if tried == "the table" || tried == "the players" {
            self.refused = true;
            let checked = self.setup.ok_or("a case begins with its game")?.check().map_err(|error| error.to_string());
            let opened = match checked {
                Ok(spread) if tried == "the players" => self.lineup(&spread).map(|_| ()),
                checked => checked.map(|_| ()),
            };
            return same("refused", &opened.err().unwrap_or("not at all".to_owned()), message);
        }
        self.open()?;
        let words: Vec<&str> = tried.split_whitespace().collect();
        let before = self.hand()?;
        let input = match *words {
            ["dealer", "shuffles"] => Input::Reshuffle,
            ["dealer", "deals", card] => Input::Card(Some(one_card(card)?)),
            [player, ref doing @ ..] => {
                let seat = words::seat(player)?;
                let action = words::action(&before, seat, self.dealer.holds[seat.index()], doing)?;
                Input::Act { seat, action }
            }
            [] => return Err("nothing was tried".to_owned()),
        };
        let running = self.running()?;
        let events = running.events.len();
        let refusal = running.hand.apply(input, &mut running.events).err();
        same("refused", &refusal.map_or("not at all".to_owned(), |refusal| refusal.to_string()), message)?;
        if running.hand == before && running.events.len() == events {
            Ok(())
        } else {
            Err("the refused input changed the hand".to_owned())
        }
    }

    fn expect_next(&mut self, text: &str) -> Outcome {
        let running = self.running()?;
        let next = running.events.get(running.read).map(|event| words::event(&event.seen_by(Viewer::Public)));
        same("next", next.as_deref().unwrap_or("nothing more"), text)?;
        running.read += 1;
        Ok(())
    }

    fn expect_later(&mut self, text: &str) -> Outcome {
        let running = self.running()?;
        let texts: Vec<String> =
            running.events[running.read..].iter().map(|event| words::event(&event.seen_by(Viewer::Public))).collect();
        match texts.iter().position(|event| event == text) {
            Some(place) => {
                running.read += place + 1;
                Ok(())
            }
            None => Err(format!("{text:?} doesn't come; what comes is: {}", texts.join(", "))),
        }
    }

    fn expect_never(&mut self, text: &str) -> Outcome {
        let events = &self.running()?.events;
        let found = events.iter().map(|event| words::event(&event.seen_by(Viewer::Public)));
        match found.into_iter().find(|event| event.starts_with(text)) {
            Some(event) => Err(format!("it did happen: {event}")),
            None => Ok(()),
        }
    }

    fn expect_no_raise(&mut self, seat: Seat, citation: &str) -> Outcome {
        match self.hand()?.legal() {
            Legal::Bet { seat: to_act, choices } if to_act == seat => {
                let rule = choices.raise().err().ok_or("a raise is offered")?;
                same("forbidden by", rule.citation(), citation)
            }
            legal => Err(words::legal(legal)),
        }
    }

    fn expect_bounds(&mut self, seat: Seat, citations: &str) -> Outcome {
        match self.hand()?.legal() {
            Legal::Bet { seat: to_act, choices } if to_act == seat => {
                let range = choices.raise().map_err(|rule| rule.to_string())?;
                let bounds = format!("{}; {}", range.min_rule.citation(), range.max_rule.citation());
                same("bounded by", &bounds, citations)
            }
            legal => Err(words::legal(legal)),
        }
    }

    fn expect_throw_rule(&mut self, seat: Seat, citation: &str) -> Outcome {
        match self.hand()?.legal() {
            Legal::Discard { seat: to_act, rule, .. } | Legal::Draw { seat: to_act, rule, .. } if to_act == seat => {
                same("bounded by", rule.citation(), citation)
            }
            legal => Err(words::legal(legal)),
        }
    }

    fn expect_seen(&mut self, who: &str, text: &str) -> Outcome {
        let viewer = viewer(who)?;
        let events = &self.running()?.events;
        let seen: Vec<String> = events.iter().map(|event| words::event(&event.seen_by(viewer))).collect();
        if seen.iter().any(|seen| seen == text) { Ok(()) } else { Err(format!("{who} saw {}", seen.join(", "))) }
    }

    fn expect_unseen(&mut self, who: &str, cards: &[&str]) -> Outcome {
        let viewer = viewer(who)?;
        let hidden = words::cards(&cards.concat())?;
        let running = self.running()?;
        let mut seen = running.events.iter().map(|event| words::event(&event.seen_by(viewer)));
        let leak = seen.find(|text| hidden.iter().any(|card| text.contains(&card.to_string())));
        let view = running.hand.view(viewer);
        let in_view = view.seats().fold(view.board.known(), |known, seat| known | seat.known()) & hidden;
        match leak {
            Some(leak) => Err(format!("{who} saw {leak}")),
            None if !in_view.is_empty() => Err(format!("{in_view} is in {who}'s view")),
            None => Ok(()),
        }
    }
}

fn viewer(word: &str) -> Result<Viewer, String> {
    if word == "public" { Ok(Viewer::Public) } else { words::seat(word).map(Viewer::Seat) }
}

fn one_card(word: &str) -> Result<cardroom_cards::Card, String> {
    word.parse().map_err(|error| format!("{word:?}: {error}"))
}

fn same(what: &str, is: &str, should: &str) -> Outcome {
    if is == should { Ok(()) } else { Err(format!("{what} is        {is}\n    {what} should be {should}")) }
}
