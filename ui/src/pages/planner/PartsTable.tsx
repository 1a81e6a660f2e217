import { score as scoreCopy } from "#texts/page";
import { planner } from "#texts/planner";
import { BlockNote } from "../../figures/blocks/frame/BlockNote";
import { formatMove, formatPoints } from "../../figures/score/describeScore";
import type { PlannedPart, PlannerAnswer, Target } from "../../generated/wire";
import { Button } from "../../kit";
import { TableBox } from "../../kit/DataTable";
import { Fold } from "../../kit/Fold";
import tableCss from "../../kit/forms/DataTable.module.css";
import { NumberSlider } from "../../kit/NumberSlider";
import { formatNumber } from "../../texts/format";
import { gainOf, inUnit, reachOf, type Tried, unitOf } from "./model";
import css from "./planner.module.css";
import { Section } from "./Section";

const copy = planner.parts;

type PartsTableProps = {
  readonly answer: PlannerAnswer;
  readonly target: Target;
  readonly tried: Tried;
  readonly busy: boolean;
  onTry(tried: Tried): void;
};

/** The parts: how they stand, what each alone would take, and sliders to try. */
export function PartsTable({ answer, target, tried, busy, onTry }: PartsTableProps) {
  // What nobody can move is no lever.
  const parts = answer.parts.filter(({ byPeople, key }) => byPeople || key in tried);
  const notes = parts.flatMap(({ key, label, beside }) =>
    beside ? [{ key, text: `${label}: ${beside}` }] : [],
  );
  return (
    <Section
      title={copy.title}
      detail={copy.detail}
      flush
      busy={busy}
      tools={<Result answer={answer} tried={tried} onTry={onTry} />}
    >
      <TableBox caption={copy.title} className={css.parts}>
        <thead>
          <tr>
            <th scope="col">{copy.part}</th>
            <th scope="col" className={tableCss.number}>
              {copy.now}
            </th>
            <th scope="col">{copy.alone}</th>
            <th scope="col">{copy.people}</th>
            <th scope="col">{copy.tryIt}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Row key={part.key} part={part} target={target} tried={tried} onTry={onTry} />
          ))}
        </tbody>
      </TableBox>
      {notes.length > 0 && (
        <Fold title={copy.notes} flush>
          {notes.map(({ key, text }) => (
            <BlockNote key={key} flush>
              {text}
            </BlockNote>
          ))}
        </Fold>
      )}
    </Section>
  );
}

type ResultProps = Pick<PartsTableProps, "answer" | "tried" | "onTry">;

/** The score that what is tried would give. */
function Result({ answer, tried, onTry }: ResultProps) {
  const { whatIf, score } = answer;
  const isTried = Object.values(tried).some((more) => more !== 0);
  return (
    <>
      <output className={css.result}>
        {isTried && whatIf?.score != null && score !== null
          ? copy.result(formatPoints(whatIf.score), formatMove(Math.round((whatIf.score - score) * 10) / 10))
          : copy.noChanges}
      </output>
      <Button size="sm" disabled={!isTried} onClick={() => onTry({})}>
        {copy.reset}
      </Button>
    </>
  );
}

type RowProps = Pick<PartsTableProps, "target" | "tried" | "onTry"> & { readonly part: PlannedPart };

function Row({ part, target, tried, onTry }: RowProps) {
  const { key, label, state, value, needed, isCheapest, counted } = part;
  const more = tried[key] ?? 0;
  if (counted === null) {
    return (
      <tr data-kind="quiet">
        <th scope="row">{label}</th>
        <td className={tableCss.number} data-title={copy.now}>
          {inUnit(part, value)}
        </td>
        <td colSpan={3}>{state === "ok" ? "" : scoreCopy[state]}</td>
      </tr>
    );
  }
  const reach = reachOf(part);
  return (
    <tr data-cheapest={isCheapest || undefined}>
      <th scope="row">
        {label} {isCheapest && <span className={css.pill}>{copy.cheapest}</span>}
      </th>
      <td className={tableCss.number} data-title={copy.now}>
        {inUnit(part, value)}
      </td>
      <td data-title={copy.alone}>
        <Alone part={part} target={target} />
      </td>
      <td data-title={copy.people}>
        {needed && needed.more > 0 && (
          <span>
            <b>{formatNumber(needed.more)}</b> <span className={css.small}>{unitOf(part, needed.more)}</span>
          </span>
        )}
      </td>
      <td data-title={copy.tryIt}>
        <NumberSlider
          label={copy.tryLabel(label)}
          text={copy.tryText(formatNumber(more), unitOf(part, more))}
          value={more}
          {...reach}
          fieldStep={1}
          isChange
          onChange={(next) => onTry({ ...tried, [key]: Math.round(next) })}
        />
      </td>
    </tr>
  );
}

/** What a part would have to be alone. */
function Alone({ part, target }: Pick<RowProps, "part" | "target">) {
  const { key, needed, toTarget, scoreAtTarget } = part;
  if (needed) {
    if (needed.more === 0) return <span className={css.small}>{copy.nothing}</span>;
    return (
      <span>
        {inUnit(part, needed.value)} <span className={css.small}>{gainOf(part, needed.by)}</span>
      </span>
    );
  }
  // A target of one part says nothing of the others.
  if (target.part !== undefined)
    return target.part === key ? <span className={css.small}>{copy.unreachable}</span> : null;
  if (toTarget === 0) return <span className={css.small}>{copy.full}</span>;
  return <span className={css.small}>{copy.notAlone(formatPoints(scoreAtTarget))}</span>;
}
