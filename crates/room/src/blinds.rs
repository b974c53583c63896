//! Button and blinds by the dead-button rule (WSOP 85): the big blind goes to the next player, the small blind to where
//! the big one was, the button to where the small one was, whether or not somebody sits there.
//!
//! So the blinds skip nobody and nobody posts the big blind twice running. Who missed blinds posts them or waits for the
//! big blind. Between the button and the big blind nobody comes in. Heads-up the button posts the small blind (GLD).

use serde::{Deserialize, Serialize};

use crate::chair::{Chair, Coming, Owed};

/// Where the markers lie, as places in the list of seats; somebody may or may not sit there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Markers {
    pub(crate) button: u8,
    pub(crate) small: u8,
    pub(crate) big: u8,
}

/// Who is dealt into the next hand, and what each posts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) markers: Markers,
    /// The players' places in the list of seats, clockwise from the button's left.
    pub(crate) order: Vec<u8>,
    /// Who posts what it owes.
    pub(crate) posts: Vec<(u8, Owed)>,
}

/// What the next hand needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// Two players.
    Players,
    /// A button: it is drawn for among these.
    Draw(Vec<u8>),
    /// Nothing.
    Line(Line),
}

type Chairs = [Option<Chair>];

/// Who plays the next hand, after one with these markers.
pub(crate) fn next_line(chairs: &Chairs, last: Option<Markers>, tournament: bool) -> Next {
    let ready: Vec<u8> = (0..).zip(chairs).filter(|(_, chair)| is_ready(chair, tournament)).map(|(at, _)| at).collect();
    if ready.len() < 2 {
        return Next::Players;
    }
    let in_order = |&at: &u8| coming(chairs, at) == Some(Coming::In);
    let Some(last) = last.filter(|_| ready.iter().any(in_order)) else { return Next::Draw(ready) };
    let seats = chairs.len() as u8;
    let Some(big) = first_after(&ready, last.big, seats) else { return Next::Players };
    let is_in = |at: &u8| *at == big || coming(chairs, *at) == Some(Coming::In);
    let regular: Vec<u8> = ready.iter().copied().filter(is_in).collect();
    // Whoever would be next to post the big blind waits for it, those who only wait before it not counted, for they may
    // be gone by then: so nobody posts what it owes in one hand and the big blind in the next.
    let is_next_big = |at: u8| {
        first_after(&regular, big, seats)
            .is_none_or(|next| steps(big, at, seats) < steps(big, next, seats) || next == big)
    };
    let comes_in = |&at: &u8| {
        let passed = is_between(last.small, at, big, seats);
        match coming(chairs, at) {
            _ if at == big => true,
            Some(Coming::In) => true,
            // An entrant who is moved takes the small blind with the seat (TDA), but never comes in before it.
            Some(Coming::Free) => !passed || at == last.big,
            Some(Coming::Posts(owed)) => !(passed || owed.big() && is_next_big(at)),
            Some(Coming::Waits(_)) | None => false,
        }
    };
    let dealt: Vec<u8> = ready.iter().copied().filter(comes_in).collect();
    if dealt.len() < 2 {
        // Nobody else may come in by the rules of owing, and the hand would not be played: nobody waits.
        return Next::Line(live_line(&ready, big, seats));
    }
    if dealt.len() == 2 {
        let mut line = live_line(&dealt, big, seats);
        line.posts = posts(chairs, &line);
        return Next::Line(line);
    }
    let markers = Markers { button: last.small, small: last.big, big };
    let mut line = Line { markers, order: clockwise(&dealt, markers.button, seats), posts: Vec::new() };
    line.posts = posts(chairs, &line);
    Next::Line(line)
}

/// The first hand after the button was drawn for: everyone plays, and owes nothing.
pub(crate) fn drawn_line(ready: &[u8], button: u8, seats: u8) -> Option<Line> {
    let small = if ready.len() == 2 { button } else { first_after(ready, button, seats)? };
    let big = first_after(ready, small, seats)?;
    Some(live_line(ready, big, seats))
}

/// A hand in which everyone's marker lies before somebody: the small blind right before the big one, and the button
/// before that, or at the small blind heads-up.
fn live_line(dealt: &[u8], big: u8, seats: u8) -> Line {
    let mut order = clockwise(dealt, big, seats);
    // From the big blind's left round to the big blind: the small blind is the last but one, the button before it.
    let from_end = |back: usize| order.len().checked_sub(back).and_then(|at| order.get(at)).copied().unwrap_or(big);
    let small = from_end(2);
    let button = if order.len() == 2 { small } else { from_end(3) };
    order = clockwise(dealt, button, seats);
    Line { markers: Markers { button, small, big }, order, posts: Vec::new() }
}

fn posts(chairs: &Chairs, line: &Line) -> Vec<(u8, Owed)> {
    let owed = |&at: &u8| match coming(chairs, at) {
        Some(Coming::Posts(owed)) if ![line.markers.small, line.markers.big].contains(&at) => Some((at, owed)),
        _ => None,
    };
    line.order.iter().filter_map(owed).collect()
}

/// What becomes of everyone's dues now that a hand is dealt with these markers.
pub(crate) fn pass_blinds(chairs: &mut Chairs, last: Option<Markers>, line: &Line) {
    let seats = chairs.len() as u8;
    for (at, chair) in (0..).zip(chairs.iter_mut()) {
        let Some(chair) = chair else { continue };
        if line.order.contains(&at) {
            chair.coming = Coming::In;
            continue;
        }
        let Some(last) = last else { continue };
        if is_between(last.big, at, line.markers.big, seats) {
            chair.coming = chair.coming.owing(Owed::Both);
        } else if at == line.markers.small {
            chair.coming = chair.coming.owing(Owed::Small);
        }
    }
}

fn is_ready(chair: &Option<Chair>, tournament: bool) -> bool {
    chair.as_ref().is_some_and(|chair| chair.is_ready(tournament))
}

fn coming(chairs: &Chairs, at: u8) -> Option<Coming> {
    chairs.get(usize::from(at))?.as_ref().map(|chair| chair.coming)
}

/// How many seats clockwise from one to another: a whole round to itself.
fn steps(from: u8, to: u8, seats: u8) -> u8 {
    match to.wrapping_add(seats).wrapping_sub(from).checked_rem(seats) {
        None | Some(0) => seats,
        Some(steps) => steps,
    }
}

/// Whether a seat lies strictly between two others, clockwise.
fn is_between(from: u8, at: u8, to: u8, seats: u8) -> bool {
    steps(from, at, seats) < steps(from, to, seats)
}

/// The first of some seats clockwise after one.
pub(crate) fn first_after(of: &[u8], seat: u8, seats: u8) -> Option<u8> {
    of.iter().copied().min_by_key(|&at| steps(seat, at, seats))
}

/// Some seats clockwise from one's left; that one last.
fn clockwise(of: &[u8], seat: u8, seats: u8) -> Vec<u8> {
    let mut order = of.to_vec();
    order.sort_by_key(|&at| steps(seat, at, seats));
    order
}
