import { charts } from "#texts/blocks";
import { flows as copy } from "#texts/flows";
import { formatNumber } from "../../../texts/format";
import { WayLink } from "../../ways/WayLink";
import type { Cell } from "../frame/csv";
import css from "./FlowBlockView.module.css";
import type { End, FlowModel } from "./flowModel";

const full = (value: number) => formatNumber(value, { inFull: true });

/** The marks of moves to a higher and a lower tier. */
const MARKS = { up: { mark: "↑", said: copy.up }, down: { mark: "↓", said: copy.down } } as const;

type FlowTableProps = {
  readonly title: string;
  readonly model: FlowModel;
  /** Where a row leads on to; null for nowhere. */
  wayOf(end: End): string | null;
};

/** The name of a row. */
function RowName({ name, to }: { readonly name: string; readonly to: string | null }) {
  return to === null ? (
    name
  ) : (
    <WayLink to={to} hint={copy.opens}>
      {name}
    </WayLink>
  );
}

/** The table of a flow: rows are where members were, columns where they are. It adds up to both ends. */
export function FlowTable({ title, model, wayOf }: FlowTableProps) {
  const { from, to } = model;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the box.
    <section className={css.scroller} aria-label={charts.figuresOf(title)} tabIndex={0}>
      <table className={css.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">
              {copy.from} / {copy.to}
            </th>
            {to.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{charts.total}</th>
          </tr>
        </thead>
        <tbody>
          {from.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName name={row.name} to={wayOf(row)} />
              </th>
              {to.map((column) => {
                const flow = model.cell(row, column);
                const way = flow?.way === "up" || flow?.way === "down" ? MARKS[flow.way] : null;
                return (
                  <td key={column.key} data-way={flow?.way}>
                    {way && (
                      <>
                        <span aria-hidden="true">{way.mark} </span>
                        <span className="sr-only">{way.said} </span>
                      </>
                    )}
                    {full(flow?.value ?? 0)}
                  </td>
                );
              })}
              <td>{full(model.total("from", row))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{charts.total}</th>
            {to.map((column) => (
              <td key={column.key}>{full(model.total("to", column))}</td>
            ))}
            <td>{full(model.all)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The same as rows of a file. */
export function flowRows(model: FlowModel): Cell[][] {
  const { from, to } = model;
  return [
    [`${copy.from} / ${copy.to}`, ...to.map(({ name }) => name), charts.total],
    ...from.map((row) => [
      row.name,
      ...to.map((column) => model.cell(row, column)?.value ?? 0),
      model.total("from", row),
    ]),
    [charts.total, ...to.map((column) => model.total("to", column)), model.all],
  ];
}
