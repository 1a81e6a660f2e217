import { bring as copy } from "#texts/bring";
import type { PreviewAnswer } from "../../../../generated/wire";
import { tableName } from "../TableName";
import css from "./bring.module.css";
import { FaultList } from "./FaultList";
import { Card } from "./FileCard";
import { FirstRows } from "./FirstRows";

/** Rows that are shown, as of a file. */
const SHOWN = 10;

/** What a query of the mapping makes of the files: only the text of the mapping changes it. */
export function QueryCard({ query: { file, table, columns, rows, faults } }: { query: PreviewAnswer }) {
  return (
    <Card name={file} detail={tableName(table)} actions={null}>
      <FirstRows
        title={copy.firstRows(file, tableName(table))}
        columns={columns.map((name) => ({ name, head: <span className={css.name}>{name}</span> }))}
        // Two rows may be the same.
        rows={rows.slice(0, SHOWN).map((cells, key) => ({ key, cells: cells.map((text) => ({ text })) }))}
      />
      {faults.length > 0 && <FaultList faults={faults} count={faults.length} namesFiles />}
    </Card>
  );
}
