import { TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { bring as copy } from "#texts/bring";
import { data } from "#texts/data";
import type { DraftCard, FilledTable, LoadFault, MappingChange } from "../../../../generated/wire";
import { IconButton } from "../../../../kit";
import { Pill } from "../../../../kit/parts/Pill";
import { Select } from "../../../../kit/Select";
import { formatNumber } from "../../../../texts/format";
import { tableName } from "../TableName";
import css from "./bring.module.css";
import { Columns } from "./Columns";
import { FaultList } from "./FaultList";
import { cardId } from "./FaultyFiles";
import { FirstRows } from "./FirstRows";
import { nameOf, wrongIn } from "./faults";
import { byLikelihood, proposedOf } from "./proposal";
import type { Refused } from "./useDraft";

const IGNORE = "";

const inFull = (number: number) => formatNumber(number, { inFull: true });

type FileCardProps = {
  /** The tables that one file fills, or one of its sheets. The first is what its rows are. */
  readonly cards: readonly DraftCard[];
  /** What the last check found, by file. */
  readonly found: readonly LoadFault[];
  /** Whether it is one of many files, so that its rows are shown only where something is wrong or only guessed. */
  readonly isFolded: boolean;
  readonly onChange: (change: MappingChange) => void;
};

/** A file, what it is, and its first rows as Bond reads them. */
export function FileCard({ cards: [first, ...more], found, isFolded, onChange }: FileCardProps) {
  if (!first) return null;
  const { filled, isQueried, refused, ignored } = first;
  const name = nameOf(first);
  const part = filled && <Part card={first} filled={filled} found={found} onChange={onChange} />;
  return (
    <Card
      name={name}
      detail={filled && rowsOf(filled)}
      actions={
        refused === null ? (
          <TableSelect card={first} name={name} onChange={onChange} />
        ) : (
          <Pill tone="bad">{data.states.refused}</Pill>
        )
      }
    >
      {refused !== null && <p className={css.reason}>{refused}</p>}
      {filled === null && refused === null && (
        <p className={css.quiet}>
          {isQueried ? copy.queried : ignored ? copy.leftOut(ignored.reason) : copy.notLoaded}
        </p>
      )}
      {filled === null && first.firstRows.length > 0 && <PlainRows card={first} />}
      {isFolded && part ? (
        <details
          className={css.folded}
          open={wrongIn(first, found).count > 0 || first.proposed?.sure === "GUESS"}
        >
          <summary>{copy.columns}</summary>
          {part}
        </details>
      ) : (
        part
      )}
      {more.map(
        (card) =>
          card.filled && (
            <details key={card.filled.place.table} className={css.more} open={card.filled.faultCount > 0}>
              <summary>
                {copy.alsoFills(tableName(card.filled.table))}
                {card.filled.faultCount > 0 && <TriangleAlert aria-hidden="true" />}
              </summary>
              <div className={css.part}>
                <TableSelect card={card} name={name} onChange={onChange} />
                <Part card={card} filled={card.filled} found={[]} onChange={onChange} />
              </div>
            </details>
          ),
      )}
    </Card>
  );
}

/** Rows of a file that fills no table: they help to say which one it is. */
function PlainRows({ card: { file, names, firstRows } }: { readonly card: DraftCard }) {
  return (
    <FirstRows
      title={copy.rowsOfFile(file)}
      columns={names.map((name) => ({ name, head: <span className={css.name}>{name}</span> }))}
      // Two rows may be the same.
      rows={firstRows.map((cells, key) => ({ key, cells: cells.map((text) => ({ text })) }))}
    />
  );
}

function rowsOf({ fileRows, takenRows, isAll, faultCount }: FilledTable): string {
  if (!isAll) return copy.moreRows(inFull(fileRows));
  const rows = copy.rows(inFull(fileRows));
  return takenRows < fileRows && faultCount === 0 ? `${rows}, ${copy.taken(inFull(takenRows))}` : rows;
}

type OfCardProps = Pick<FileCardProps, "onChange"> & { readonly card: DraftCard };

function TableSelect({ card, name, onChange }: OfCardProps & { name: string }) {
  const { file, sheet, filled, isQueried } = card;
  function choose(table: string) {
    if (filled === null) {
      if (table !== IGNORE) onChange({ describe: { file, sheet, table } });
    } else if (table === IGNORE) onChange({ ignore: { place: filled.place } });
    else if (table !== filled.table) onChange({ table: { place: filled.place, file, table } });
  }
  return (
    <Select
      label={copy.fillsOf(name)}
      hideLabel
      className={css.fills}
      value={filled?.table ?? IGNORE}
      onChange={choose}
      options={[
        { value: IGNORE, label: isQueried && !filled ? copy.forQueries : copy.ignore },
        ...byLikelihood(card, Object.keys(copy.tables)).map((value) => ({ value, label: tableName(value) })),
      ]}
    />
  );
}

type PartProps = OfCardProps & { readonly filled: FilledTable; readonly found: readonly LoadFault[] };

function Part({ card, filled, found, onChange }: PartProps) {
  const { faults, count } = wrongIn(card, found);
  const proposed = proposedOf(card, filled);
  return (
    <div className={css.part}>
      {proposed && (
        <p className={css.quiet}>
          {copy.sure[proposed.sure]}: {proposed.reason}
        </p>
      )}
      {filled.ofSeveral && <p className={css.quiet}>{copy.several}</p>}
      {filled.leftOut.map(({ why, rows, lines }) => (
        <p key={why} className={css.quiet}>
          {copy.rowsLeftOut(inFull(rows), why, lines.map(inFull).join(", "))}
        </p>
      ))}
      <Columns
        key={filled.table}
        file={card.file}
        names={card.names}
        filled={filled}
        proposed={proposed?.columns ?? []}
        faults={faults}
        onChange={onChange}
      />
      {count > 0 && <FaultList faults={faults} count={count} />}
    </div>
  );
}

/** A file that was not taken: it stays with the reason. */
export function RefusedCard({ refused, onForget }: { refused: Refused; onForget: () => void }) {
  return (
    <Card
      name={refused.name}
      actions={
        <>
          <Pill tone="bad">{data.states.refused}</Pill>
          <IconButton label={data.remove(refused.name)} icon={<X aria-hidden="true" />} onClick={onForget} />
        </>
      }
    >
      <p className={css.reason}>{refused.reason}</p>
    </Card>
  );
}

type CardProps = {
  readonly name: string;
  readonly detail?: string | null;
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

/** A box of the list with a heading. */
export function Card({ name, detail, actions, children }: CardProps) {
  return (
    <li className={css.card} id={cardId(name)} tabIndex={-1}>
      <div className={css.cardHead}>
        <h3 className={css.fileName}>{name}</h3>
        {detail && <span className={css.quiet}>{detail}</span>}
        <div className={css.cardActions}>{actions}</div>
      </div>
      {children}
    </li>
  );
}
