//! Messages whose events are in several files: one has what was sent, others what was opened, clicked or returned.

use super::asked::Asked;
use super::decide::{Choice, Decision};
use super::events::{Event, EventFile, event};
use super::profile::{Contents, Kind};
use super::source::Source;

/// Where one file has what was sent, and others what became of it, puts them together: each row of the others would count as a
/// message.
pub(super) fn unite(decisions: &mut [Decision], sources: &[Source], asked: &Asked) {
    let fills = |decision: &Decision, tables: &[&str]| match decision {
        Decision::Fills(choice) => tables.contains(&choice.guess.table.name),
        Decision::Known(known) => known.file.tables.iter().any(|table| tables.contains(&table.table.name)),
        Decision::Ignored { .. } => false,
    };
    let pairs = sources.iter().zip(&*decisions);
    let events = pairs.map(|(source, decision)| {
        let may_be = asked.table_of(source).is_none() && fills(decision, &["email_messages", "email_link_clicks"]);
        if may_be { happened(source) } else { None }
    });
    let events: Vec<Option<Event>> = events.collect();
    let mut of_sent = (0..sources.len()).filter(|at| events[*at] == Some(Event::Sent));
    let (Some(sent), None) = (of_sent.next(), of_sent.next()) else { return };
    let name = sources[sent].name();
    let guess = match &decisions[sent] {
        Decision::Fills(Choice { guess, log: None, .. }) if guess.table.name == "email_messages" => guess.clone(),
        Decision::Known(_) => {
            // A recipe reads one file after another.
            for (event, decision) in events.iter().zip(decisions.iter_mut()) {
                if event.is_some() && matches!(decision, Decision::Fills(_)) && fills(decision, &["email_messages"]) {
                    let reason = format!("its rows are events of the messages in {name}, and would count as messages");
                    *decision = Decision::Ignored { reason, others: vec!["email_messages"] };
                }
            }
            return;
        }
        _ => return,
    };
    let own = &sources[sent].detected.columns;
    let column = |name: &str| guess.fill(name).map(|fill| &own[fill.index]);
    let (Some(campaign), Some(member), Some(when)) = (column("campaign_id"), column("member_id"), column("sent_at"))
    else {
        return;
    };
    // What the file says itself of a message would be lost.
    let says_more =
        ["opened_at", "clicked_at", "unsubscribed_at", "registered_at"].iter().any(|name| column(name).is_some())
            || column("outcome").is_some_and(|contents| contents.distinct > 1);
    if says_more || [campaign, member].iter().any(|contents| contents.template.is_some()) {
        return;
    }
    let mut united = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let (Some(event), Decision::Fills(_)) = (*event, &decisions[at]) else { continue };
        let columns = &sources[at].detected.columns;
        let has = |wanted: &Contents| columns.iter().any(|contents| contents.name == wanted.name);
        let time = columns
            .iter()
            .position(|contents| contents.kind == when.kind && matches!(contents.kind, Kind::Time(_, true)));
        if let (true, true, true, Some(when)) = (event != Event::Sent, has(campaign), has(member), time) {
            united.push(EventFile { source: at, event, when });
        }
    }
    for file in &united {
        if let Decision::Fills(choice) = &mut decisions[file.source]
            && choice.guess.table.name == "email_messages"
        {
            choice.reason = format!("its rows are put together with those of {name}");
            choice.is_united = true;
        }
    }
    if let (false, Decision::Fills(choice)) = (united.is_empty(), &mut decisions[sent]) {
        choice.guess = guess.with(&[("outcome", None)]);
        choice.united = united;
    }
}

/// What happened in all rows of a file, by the only value of a column or by the file's name.
fn happened(source: &Source) -> Option<Event> {
    let of_all = |contents: &Contents| {
        contents.distinct == 1 && contents.filled == contents.rows && contents.spoken.has("EVENT")
    };
    let said = source
        .detected
        .columns
        .iter()
        .filter(|contents| of_all(contents))
        .find_map(|contents| event(contents.values.first()?));
    said.or_else(|| event(&source.spoken.words.join(" ")))
}
