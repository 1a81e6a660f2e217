import { bring as copy } from "#texts/bring";
import type { PreviewAnswer } from "../../../../generated/wire";
import { ScrollBox } from "../../../../kit/DataTable";
import css from "./bring.module.css";
import { FaultList } from "./FaultList";
import { Card, tableName } from "./FileCard";

/** Rows that are shown, as of a file. */
const SHOWN = 10;

/** What a query of the mapping makes of the files: only the text of the mapping changes it. */
export function QueryCard({ query: { file, table, columns, rows, faults } }: { query: PreviewAnswer }) {
  const title = copy.firstRows(file, tableName(table));
  return (
    <Card name={file} detail={tableName(table)} actions={null}>
      <ScrollBox label={title} className={css.box}>
        <table className={css.table}>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className={css.name}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same.
              <tr key={at}>
                {columns.map((column, index) => (
                  <td key={column}>{cells[index]}</td>
                ))}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length} className={css.quiet}>
                  {copy.noRows}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </ScrollBox>
      {faults.length > 0 && <FaultList faults={faults} count={faults.length} namesFiles />}
    </Card>
  );
}
