import { bring as copy } from "#texts/bring";
import type { LoadFault } from "../../../../generated/wire";
import { formatNumber } from "../../../../texts/format";
import css from "./bring.module.css";

/** Lines of faults that an answer has at most. */
const MOST = 100;

type FaultListProps = {
  /** One for each kind, as the server groups them. */
  readonly faults: readonly LoadFault[];
  /** How many rows have them. */
  readonly count: number;
  /** Whether they are of several files, so that each names its file. */
  readonly namesFiles?: boolean;
};

/** What is wrong: for each kind the rows, the first lines and what to do. */
export function FaultList({ faults, count, namesFiles = false }: FaultListProps) {
  return (
    <div className={css.faults}>
      <p className={css.faultsTitle}>{count === 1 ? copy.oneFault : copy.faultsOf(inFull(count))}</p>
      <ul>
        {faults.map(({ file, line, column, text }) => (
          <li key={`${file} ${line} ${column} ${text}`}>
            {namesFiles && `${file}: `}
            {column && <strong>{column}: </strong>}
            {text} {line !== null && <span className={css.quiet}>({copy.line(inFull(line))})</span>}
          </li>
        ))}
      </ul>
      {faults.length >= MOST && count > faults.length && (
        <p className={css.quiet}>{copy.firstFaults(inFull(faults.length))}</p>
      )}
    </div>
  );
}

const inFull = (number: number) => formatNumber(number, { inFull: true });
