//! What events of e-mail messages are called.

use super::profile::{Contents, Kind, SHOWN};
use super::words::Spoken;

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Sent,
    Bounced,
    Opened,
    Clicked,
    Unsubscribed,
}

/// A file whose rows are one event of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EventFile {
    pub(super) source: usize,
    pub(super) event: Event,
    /// The column with the time of the event.
    pub(super) when: usize,
}

/// What the name of an event speaks of; what stands first counts first.
const EVENTS: &[(&str, Event)] = &[
    ("BOUNCE", Event::Bounced),
    ("UNSUBSCRIBED", Event::Unsubscribed),
    ("CLICK", Event::Clicked),
    ("OPEN", Event::Opened),
    ("SENT", Event::Sent),
];

/// What an event is, by the last words of its name: those before it may name what it belongs to, as in `email.sends.Open`.
pub(super) fn event(name: &str) -> Option<Event> {
    let of = |name: &str| {
        let spoken = Spoken::of(name);
        EVENTS.iter().find(|(thing, _)| spoken.has(thing)).map(|(_, event)| *event)
    };
    let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
    // What was not sent, or not yet, is not sent.
    let lower = name.to_lowercase();
    let is_other =
        ["not ", "nicht ", "niet ", "non ", "no ", "não ", "defer", "block", "spam", "complain", "invalid", "error"]
            .iter()
            .any(|part| lower.contains(part));
    of(last).filter(|_| !is_other)
}

/// The column that says of each row what became of a message: that it was sent, and more.
pub(super) fn event_column(columns: &[Contents]) -> Option<usize> {
    columns.iter().position(|contents| {
        let is_list = contents.kind == Kind::Text
            && (2..SHOWN as u64).contains(&contents.distinct)
            && contents.distinct * 3 <= contents.filled
            && contents.filled == contents.rows;
        let events: Vec<Event> = contents.values.iter().filter(|_| is_list).filter_map(|value| event(value)).collect();
        let others = [Event::Bounced, Event::Opened, Event::Clicked];
        events.contains(&Event::Sent)
            && others.iter().any(|event| events.contains(event))
            && events.len() * 2 > contents.values.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_events_say_what_became_of_a_message() {
        for (name, wanted) in [
            ("send", Some(Event::Sent)),
            ("delivered", Some(Event::Sent)),
            ("users.messages.email.Open", Some(Event::Opened)),
            ("email.sends.click", Some(Event::Clicked)),
            ("First opening", Some(Event::Opened)),
            ("Hard bounce", Some(Event::Bounced)),
            ("unsubscribe_click", Some(Event::Unsubscribed)),
            ("Zugestellt", Some(Event::Sent)),
            ("Geöffnet", Some(Event::Opened)),
            ("not sent", None),
            ("spam report", None),
            ("deferred", None),
            ("login", None),
        ] {
            assert_eq!(event(name), wanted, "{name}");
        }
    }
}
