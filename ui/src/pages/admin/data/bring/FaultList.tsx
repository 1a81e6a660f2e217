import { bring as copy } from "#texts/bring";
import type { LoadFault } from "../../../../generated/wire";
import { formatList, formatNumber } from "../../../../texts/format";
import css from "./bring.module.css";
import { type FaultGroup, groupsOf } from "./faults";

/** Lines that are named. */
const NAMED = 3;

type FaultListProps = {
  readonly faults: readonly LoadFault[];
  /** Of which these are the first. */
  readonly count: number;
  /** Whether they are of several files, so that each names its file. */
  readonly namesFiles?: boolean;
};

/** What is wrong, by kind, with the first lines of each. */
export function FaultList({ faults, count, namesFiles = false }: FaultListProps) {
  const named = namesFiles
    ? faults.map((fault) => ({ ...fault, text: `${fault.file}: ${fault.text}` }))
    : faults;
  return (
    <div className={css.faults}>
      <p className={css.faultsTitle}>{count === 1 ? copy.oneFault : copy.faultsOf(inFull(count))}</p>
      <ul>
        {groupsOf(named).map((group) => (
          <li key={`${group.column} ${group.text}`}>
            {group.column && <strong>{group.column}: </strong>}
            {group.text} {group.lines.length > 0 && <span className={css.quiet}>({linesOf(group)})</span>}
          </li>
        ))}
      </ul>
      {count > faults.length && (
        <p className={css.quiet}>{copy.ofMany(inFull(faults.length), inFull(count))}</p>
      )}
    </div>
  );
}

const inFull = (number: number) => formatNumber(number, { inFull: true });

function linesOf({ lines, count }: FaultGroup): string {
  if (count === 1) return copy.line(inFull(lines[0] ?? 0));
  const shown = lines.slice(0, NAMED).map(inFull);
  if (count > NAMED) shown.push(copy.more(inFull(count - NAMED)));
  return copy.lines(formatList(shown));
}
