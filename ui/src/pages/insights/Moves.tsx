import { Link, useLocation } from "react-router-dom";
import { insights } from "#texts/insights";
import { explanationOf, OPEN_PARAM } from "../../api/paths";
import { useMayExplain } from "../../api/session";
import { withFilters } from "../../figures/filters/codec";
import { daysIn } from "../../figures/filters/dates";
import { withPeriod } from "../../figures/filters/model";
import { useAppliedFilters, useApplyFilters } from "../../figures/filters/useFilters";
import type { AlsoMoved, FilterParams, GroupType, Move, MovesAnswer } from "../../generated/wire";
import { Button, Skeleton } from "../../kit";
import { EmptyState } from "../../kit/EmptyState";
import { Loaded } from "../../kit/parts/Loaded";
import { formatDelta, formatNumber, formatRange, PERCENT_SIGN } from "../../texts/format";
import { OPENED } from "../explain/opened";
import { Section } from "../planner/Section";
import { useMoves, useNotes } from "./calls";
import css from "./insights.module.css";
import { NOTHING_SAID, notesByKey, type Said, split } from "./lookedAt";
import { LookedAt, NotesAbout, NoteTools, WhoSees } from "./Notes";

const copy = insights.moves;

/** The most moves that are listed. */
const MOST = 10;
/** A period of as many days is long: what slides is beyond chance in it. */
const LONG_DAYS = 60;
/** The most figures that are named beside a move. */
const MOST_BESIDE = 4;

/** The largest real moves of the period, each a sentence that opens its explanation. */
export function Moves({ params }: { readonly params: FilterParams }) {
  const answer = useMoves(params);
  const { data, isFetching } = answer;
  const filters = useAppliedFilters();
  const [apply] = useApplyFilters();
  return (
    <Section title={copy.title} detail={data && periodsOf(data)} busy={isFetching}>
      <Loaded of={answer} failed={copy.failed} waiting={<Skeleton height={320} />}>
        {(moves) =>
          moves.note === null ? (
            <Listed answer={moves} />
          ) : (
            <EmptyState
              title={copy.cannot}
              detail={moves.note}
              action={
                moves.startDateBefore !== null && (
                  <div className={css.instead}>
                    <Button onClick={() => apply(withPeriod(filters, "LAST_90DAYS"))}>{copy.last(90)}</Button>
                    <Button onClick={() => apply(withPeriod(filters, "LAST_30DAYS"))}>{copy.last(30)}</Button>
                    <Button onClick={() => apply(withPeriod(filters, "LAST_FULL_MONTH"))}>
                      {copy.lastMonth}
                    </Button>
                  </div>
                )
              }
            />
          )
        }
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
  const { tests, real, earlier } = answer;
  const left = open.length - MOST;
  const { startDate, endDate } = answer;
  // What slides slowly is seen over a longer period.
  const isShort =
    startDate !== null && endDate !== null && daysIn({ start: startDate, end: endDate }) < LONG_DAYS;
  const filters = useAppliedFilters();
  const [apply] = useApplyFilters();
  return (
    <>
      {answer.moves.length === 0 ? (
        <p>
          <b>{copy.nothing}</b> {copy.nothingDetail} {isShort && copy.nothingLong}
        </p>
      ) : (
        <ol className={css.moves}>
          {open.slice(0, MOST).map((move) => (
            <MoveItem key={move.key} move={move} said={notes.get(move.key) ?? NOTHING_SAID} />
          ))}
        </ol>
      )}
      {answer.moves.length === 0 && isShort && (
        <div className={css.periods}>
          <Button onClick={() => apply(withPeriod(filters, "LAST_90DAYS"))}>{copy.last(90)}</Button>
        </div>
      )}
      <LookedAt items={looked} notes={notes} />
      {answer.moves.length > 0 && <WhoSees />}
      <p className={css.small}>
        {copy.tests(formatNumber(tests), formatNumber(real), earlier)}
        {left > 0 && ` ${copy.others(left)}`}
      </p>
    </>
  );
}

function MoveItem({ move, said }: { readonly move: Move; readonly said: Said }) {
  const { sentence, metric, group, errors, points, also } = move;
  const shown = points === null ? 0 : Math.round(points * 10) / 10;
  return (
    <li className={css.move}>
      <p className={css.sentence}>
        <WhyLink metric={metric} grouping={group?.grouping}>
          {sentence}
        </WhyLink>
      </p>
      <p className={css.facts}>
        {shown !== 0 && <span className={css.points}>{copy.points(formatDelta(shown))}</span>}
        <span title={copy.errors(formatNumber(Math.abs(errors)))}>{copy.unlikely}</span>
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

type WhyLinkProps = {
  readonly metric: string;
  readonly grouping?: GroupType | undefined;
  readonly children: string;
};

/** A sentence that opens the explanation of its figure, where the user may, divided by the groups of which one moved. */
export function WhyLink({ metric, grouping, children }: WhyLinkProps) {
  const filters = useAppliedFilters();
  const { pathname } = useLocation();
  const mayExplain = useMayExplain(metric);
  if (!mayExplain) return children;
  const to = withFilters(explanationOf(metric), filters, pathname);
  const open = grouping && new URLSearchParams({ [OPEN_PARAM]: OPENED.write({ by: grouping }) }).toString();
  return <Link to={open ? `${to}${to.includes("?") ? "&" : "?"}${open}` : to}>{children}</Link>;
}
