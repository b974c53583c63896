//! Who hears the events of a replay.

use cardroom_rules::{Event, SeatSet, Sink};

/// Who hears the events of a replay.
pub trait Listener: Sink {
    /// Everything so far was a try that didn't come out; it begins again.
    fn again(&mut self);
}

impl Listener for () {
    fn again(&mut self) {}
}

impl Listener for Vec<Event> {
    fn again(&mut self) {
        self.clear();
    }
}

/// Notes who is paid, and passes everything on.
pub(crate) struct Watch<'s, S> {
    pub(crate) winners: SeatSet,
    pub(crate) sink: &'s mut S,
}

impl<S: Sink> Sink for Watch<'_, S> {
    #[inline]
    fn event(&mut self, event: Event) {
        if let Event::Awarded { seat, .. } = event {
            self.winners.insert(seat);
        }
        self.sink.event(event);
    }
}
