import type { Key, ReactNode } from "react";
import { bring as copy } from "#texts/bring";
import { ScrollBox } from "../../../../kit/DataTable";
import css from "./bring.module.css";

type FirstRowsProps = {
  readonly title: string;
  /** By their names, and what stands above each. */
  readonly columns: readonly { readonly name: string; readonly head: ReactNode }[];
  /** Values in the order of the columns, with what is wrong with them. */
  readonly rows: readonly {
    readonly key: Key;
    readonly cells: readonly { readonly text: string | undefined; readonly wrong?: string | undefined }[];
  }[];
};

/** The first rows of a table as Bond reads them. */
export function FirstRows({ title, columns, rows }: FirstRowsProps) {
  return (
    <ScrollBox label={title} className={css.box}>
      <table className={css.table}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ name, head }) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map(({ text, wrong }, at) => (
                <td key={columns[at]?.name} data-wrong={wrong === undefined ? undefined : true} title={wrong}>
                  {text}
                </td>
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
  );
}
