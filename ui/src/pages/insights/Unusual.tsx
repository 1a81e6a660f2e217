import { insights } from "#texts/insights";
import type { FilterParams, UnusualAnswer } from "../../generated/wire";
import { Skeleton } from "../../kit";
import { Loaded } from "../../kit/parts/Loaded";
import { formatDate, formatNumber } from "../../texts/format";
import { LOCALE } from "../../texts/language";
import { Section } from "../planner/Section";
import { useNotes, useUnusual } from "./calls";
import css from "./insights.module.css";
import { NOTHING_SAID, notesByKey, split } from "./lookedAt";
import { LookedAt, NotesAbout, NoteTools, WhoSees } from "./Notes";
import { WhyLink } from "./WhyLink";

const copy = insights.unusual;

const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: "long", timeZone: "UTC" });

/** What is unusual on the last loaded day. */
export function Unusual({ params }: { readonly params: FilterParams }) {
  const answer = useUnusual(params);
  const title = answer.data?.day ? copy.title(formatDate(answer.data.day)) : copy.empty;
  return (
    <Section title={title} busy={answer.isFetching}>
      <Loaded of={answer} failed={copy.failed} waiting={<Skeleton height={120} />}>
        {(data) => <Listed answer={data} />}
      </Loaded>
    </Section>
  );
}

function Listed({ answer: { day, tests, items } }: { readonly answer: UnusualAnswer }) {
  const { data } = useNotes();
  const notes = notesByKey(data);
  const { open, looked } = split(items, notes);
  if (day === null || tests === 0) return <p>{copy.few}</p>;
  return (
    <>
      {items.length === 0 ? (
        <p>
          <b>{copy.nothing}</b>
        </p>
      ) : (
        <ul className={css.moves}>
          {open.map(({ key, metric, sentence, deviations }) => (
            <li key={key} className={css.move}>
              <p className={css.sentence}>
                <WhyLink metric={metric}>{sentence}</WhyLink>
              </p>
              <p className={css.facts}>
                <span title={copy.deviations(formatNumber(Math.abs(deviations)))}>{copy.far}</span>
              </p>
              <NotesAbout said={notes.get(key) ?? NOTHING_SAID} />
              <NoteTools of={key} sentence={sentence} said={notes.get(key) ?? NOTHING_SAID} />
            </li>
          ))}
        </ul>
      )}
      <LookedAt items={looked} notes={notes} />
      {items.length > 0 && <WhoSees />}
      <p className={css.small}>{copy.detail(tests, weekday.format(new Date(`${day}T00:00:00Z`)))}</p>
    </>
  );
}
