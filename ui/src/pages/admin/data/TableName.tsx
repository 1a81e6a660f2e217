import { Fragment } from "react";
import { bring } from "#texts/bring";
import { columns } from "#texts/page";
import css from "./data.module.css";

const COLUMNS: Readonly<Record<string, string>> = columns;

/** What a table of the feed is called, or what is in a column of one. */
export const tableName = (table: string): string => bring.tables[table] ?? COLUMNS[table] ?? table;

/** A table by its name, and as files are called that fill it. */
export function TableName({ table }: { readonly table: string }) {
  const name = tableName(table);
  return (
    <>
      {name}
      {name.toLowerCase() !== table && (
        <code className={css.tableCode}>
          {" "}
          {table.split("_").map((word, at) => (
            <Fragment key={word}>
              {at > 0 && (
                <>
                  _<wbr />
                </>
              )}
              {word}
            </Fragment>
          ))}
        </code>
      )}
    </>
  );
}
