import { insights } from "#texts/insights";
import { daysIn } from "../../figures/filters/dates";
import { withPeriod } from "../../figures/filters/model";
import { useAppliedFilters, useApplyFilters } from "../../figures/filters/useFilters";
import type { AlsoMoved, FilterParams, Move, MovesAnswer } from "../../generated/wire";
import { Button, Skeleton } from "../../kit";
import { EmptyState } from "../../kit/EmptyState";
import { Loaded } from "../../kit/parts/Loaded";
import { formatDelta, formatNumber, formatRange, PERCENT_SIGN } from "../../texts/format";
import { Section } from "../planner/Section";
import { useMoves, useNotes } from "./calls";
import css from "./insights.module.css";
import { NOTHING_SAID, notesByKey, type Said, split } from "./lookedAt";
import { LookedAt, NotesAbout, NoteTools, WhoSees } from "./Notes";
import { MoveLink } from "./WhyLink";

const copy = insights.moves;

/** The most moves that are listed. */
const MOST = 10;
/** A period of as many days is long: what slides is beyond chance in it. */
const LONG_DAYS = 60;
/** The most figures that are named beside a move. */
const MOST_BESIDE = 4;

/** The largest moves of the period, each a sentence that opens its explanation, and whether it is unusual. */
export function Moves({ params }: { readonly params: FilterParams }) {
  const answer = useMoves(params);
  const { data, isFetching } = answer;
  return (
    <Section title={copy.title} detail={data && periodsOf(data)} busy={isFetching}>
      <Loaded of={answer} failed={copy.failed} waiting={<Skeleton height={320} />}>
        {(moves) => (moves.note === null ? <Listed answer={moves} /> : <EmptyState title={moves.note} />)}
      </Loaded>
    </Section>
  );
}

function periodsOf({ startDate, endDate, startDateBefore, endDateBefore }: MovesAnswer) {
  return startDateBefore === null
    ? undefined
    : copy.detail(formatRange(startDate, endDate), formatRange(startDateBefore, endDateBefore));
}

function Listed({ answer }: { readonly answer: MovesAnswer }) {
  const { data } = useNotes();
  const notes = notesByKey(data);
  const { open, looked } = split(answer.moves, notes);
  const { tests, real, earlier, insteadOf } = answer;
  const left = open.filter(({ unusual }, at) => unusual && at >= MOST).length;
  return (
    <>
      {insteadOf && <p>{insteadOf.why}</p>}
      <p>
        <b>{copy.checked(formatNumber(tests), real, formatNumber(real))}</b>
      </p>
      <ol className={css.moves}>
        {open.slice(0, MOST).map((move) => (
          <MoveItem key={move.key} move={move} of={answer} said={notes.get(move.key) ?? NOTHING_SAID} />
        ))}
      </ol>
      {real === 0 && <Longer answer={answer} />}
      <LookedAt items={looked} notes={notes} />
      {answer.moves.length > 0 && <WhoSees />}
      <p className={css.small}>
        {copy.how(earlier)}
        {left > 0 && ` ${copy.others(left)}`}
      </p>
    </>
  );
}

/** What slides slowly is seen over a longer period. */
function Longer({ answer: { startDate, endDate } }: { readonly answer: MovesAnswer }) {
  const filters = useAppliedFilters();
  const [apply] = useApplyFilters();
  if (startDate === null || endDate === null) return null;
  if (daysIn({ start: startDate, end: endDate }) >= LONG_DAYS) return null;
  return (
    <p className={css.periods}>
      <span>{copy.slow}</span>
      <Button onClick={() => apply(withPeriod(filters, "LAST_90DAYS"))}>{copy.last(90)}</Button>
    </p>
  );
}

type MoveItemProps = { readonly move: Move; readonly of: MovesAnswer; readonly said: Said };

function MoveItem({ move, of, said }: MoveItemProps) {
  const { sentence, errors, points, also, unusual } = move;
  const shown = points === null ? 0 : Math.round(points * 10) / 10;
  return (
    <li className={css.move}>
      <p className={css.sentence}>
        <MoveLink move={move} of={of} />
      </p>
      <p className={css.facts}>
        <span className={css.mark} data-unusual={unusual || undefined}>
          {unusual ? copy.unusual : copy.usual}
        </span>
        <span title={copy.errors(formatNumber(Math.abs(errors)))}>
          {unusual ? copy.unlikely : copy.likely}
        </span>
        {shown !== 0 && <span className={css.points}>{copy.points(formatDelta(shown))}</span>}
        {also.length > 0 && <span>{besides(also)}</span>}
      </p>
      <NotesAbout said={said} />
      <NoteTools of={move.key} sentence={sentence} said={said} />
    </li>
  );
}

/** What moved with it, in words. */
function besides(also: readonly AlsoMoved[]): string {
  const named = also.slice(0, MOST_BESIDE).map(({ label, change, changePercent, unit }) => {
    const percent = changePercent === null ? formatDelta(change) : formatDelta(changePercent) + PERCENT_SIGN;
    const written = unit === "percent" ? copy.alsoPoints(formatDelta(change)) : percent;
    return copy.alsoOne(label, written);
  });
  const left = also.length - named.length;
  return `${copy.also} ${[...named, ...(left > 0 ? [copy.more(left)] : [])].join(", ")}`;
}
