import { Fragment } from "react";
import { bring } from "#texts/bring";
import css from "./data.module.css";

/** What a table of the feed is called. */
export const tableName = (table: string): string => bring.tables[table] ?? table;

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
