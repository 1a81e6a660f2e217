import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment } from "react";
import type { CauseNode, CauseTree, Polarity, Unit } from "../api/generated/wire";
import { explain as copy } from "../copy";
import { formatCell, formatDelta, formatPercent } from "../format";
import { classNames } from "../kit/classNames";
import css from "./Explain.module.css";
import { type Scale, scaleOf } from "./scale";

/** How figures of an explanation are written. */
export type Written = {
  readonly unit: Unit;
  readonly polarity: Polarity;
  readonly currency: string;
  /** Effects are points of the score. */
  readonly isScore: boolean;
};

/** Properties of {@link CauseTable}. */
export type CauseTableProps = {
  readonly tree: CauseTree;
  readonly written: Written;
  /** The change that the effects add up to. */
  readonly change: number;
  /** Opens or closes what is at a path of keys. */
  readonly onToggle: (path: readonly string[], isOpen: boolean) => void;
  /** Divides what is at a path by something else. */
  readonly onDivide: (path: readonly string[], by: string) => void;
  /** The names of divisions. */
  readonly labelOf: (by: string) => string;
};

/** The causes of a change: a row for each, with its step from what was to what is. */
export function CauseTable(props: CauseTableProps) {
  const { tree, written, change } = props;
  const hasShares = tree.causes.some((cause) => cause.share !== null);
  return (
    <div className={css.scroller}>
      <table className={css.table} aria-label={copy.table(tree.label.toLowerCase())}>
        <thead>
          <tr>
            <th scope="col">{copy.cause}</th>
            <th scope="col" className={css.figure}>
              {copy.before}
            </th>
            <th scope="col" className={css.figure}>
              {copy.now}
            </th>
            {hasShares && (
              <th scope="col" className={classNames(css.figure, css.share)} title={copy.shareHint}>
                {copy.share}
              </th>
            )}
            <th scope="col" className={css.step}>
              <span className="sr-only">{copy.effect}</span>
            </th>
            <th scope="col" className={css.figure}>
              {copy.effect}
            </th>
          </tr>
        </thead>
        <tbody>
          <Rows {...props} tree={tree} path={[]} hasShares={hasShares} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{copy.total}</th>
            <td />
            <td />
            {hasShares && <td className={css.share} />}
            <td className={css.step} />
            <td className={css.figure}>{writtenEffect(change, written)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type RowsProps = CauseTableProps & { readonly path: readonly string[]; readonly hasShares: boolean };

function Rows({ tree, path, ...rest }: RowsProps) {
  const scale = scaleOf(tree.causes);
  return tree.causes.map((cause, at) => (
    <Fragment key={cause.key}>
      <Row
        {...rest}
        tree={tree}
        cause={cause}
        at={at}
        scale={scale}
        path={[...path, cause.key]}
        isLeading={cause.key === tree.leading}
      />
    </Fragment>
  ));
}

type RowProps = RowsProps & {
  readonly cause: CauseNode;
  readonly at: number;
  readonly scale: Scale;
  readonly isLeading: boolean;
};

function Row({ cause, at, scale, isLeading, path, hasShares, ...rest }: RowProps) {
  const { written, onToggle, onDivide, labelOf } = rest;
  const { name, inside, effect } = cause;
  const depth = path.length - 1;
  const isOpen = inside !== null;
  // A part of the score has a unit of its own.
  const figure = (value: number | null) =>
    cause.kind === "part" ? plainFigure(value) : writtenFigure(value, written);
  return (
    <>
      <tr data-leading={isLeading || undefined}>
        <th scope="row">
          <span className={css.name} style={{ paddingLeft: `${depth * 20}px` }}>
            {cause.canOpen ? (
              <button
                type="button"
                className={css.toggle}
                aria-expanded={isOpen}
                aria-label={isOpen ? copy.close(name) : copy.open(name)}
                onClick={() => onToggle(path, !isOpen)}
              >
                {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
              </button>
            ) : (
              <span className={css.noToggle} />
            )}
            <span className={css.text}>
              {name}{" "}
              {isLeading && effect !== null && (
                <span className={css.mark}>
                  {written.isScore && depth === 0 ? copy.largest : copy.standsOut}
                </span>
              )}
            </span>
          </span>
        </th>
        <td className={css.figure}>{figure(cause.before)}</td>
        <td className={css.figure}>{figure(cause.now)}</td>
        {hasShares && <td className={classNames(css.figure, css.share)}>{shares(cause)}</td>}
        <td className={css.step}>
          <Step scale={scale} at={at} effect={effect} polarity={written.polarity} />
        </td>
        <td className={css.figure}>
          {effect === null ? (
            <span className={css.quiet}>{copy.hidden}</span>
          ) : (
            <span title={splitOf(cause, written)}>{writtenEffect(effect, written)}</span>
          )}
        </td>
      </tr>
      {inside && (
        <>
          {inside.divisions.length > 1 && (
            <tr className={css.chooser}>
              <td colSpan={hasShares ? 6 : 5} style={{ paddingLeft: `${20 * (depth + 1) + 36}px` }}>
                <label>
                  {copy.within}{" "}
                  <select value={inside.by} onChange={(event) => onDivide(path, event.target.value)}>
                    {inside.divisions.map((by) => (
                      <option key={by} value={by}>
                        {labelOf(by)}
                      </option>
                    ))}
                  </select>
                </label>
              </td>
            </tr>
          )}
          <Rows {...rest} tree={inside} path={path} hasShares={hasShares} />
        </>
      )}
    </>
  );
}

/** The bar of a cause, from where the causes before it led to where it leads. */
function Step({
  scale,
  at,
  effect,
  polarity,
}: {
  scale: Scale;
  at: number;
  effect: number | null;
  polarity: Polarity;
}) {
  const step = scale[at];
  if (!step || effect === null || effect === 0) return null;
  const good = polarity === "none" ? "neutral" : effect > 0 === (polarity === "higher") ? "good" : "bad";
  return (
    <svg className={css.plot} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
      <line className={css.zero} x1={step.zero} x2={step.zero} y1="0" y2="20" />
      <rect data-tone={good} x={step.x} width={Math.max(step.width, 0.6)} y="4" height="12" rx="1" />
    </svg>
  );
}

function shares({ share, shareBefore }: CauseNode): string {
  return share === null || shareBefore === null
    ? ""
    : `${formatPercent(shareBefore)} → ${formatPercent(share)}`;
}

/** What of an effect is of the rate and what of the mix; undefined where it is not split. */
function splitOf({ rateEffect, mixEffect }: CauseNode, written: Written): string | undefined {
  if (rateEffect === null || mixEffect === null || mixEffect === 0) return undefined;
  return copy.split(writtenEffect(rateEffect, written), writtenEffect(mixEffect, written));
}

function plainFigure(value: number | null): string {
  return value === null ? "" : formatCell(value, "decimal", { currency: "USD" });
}

/** A figure of a cause. */
function writtenFigure(value: number | null, { unit, currency }: Written): string {
  return formatCell(value, unit, { currency, inFull: true });
}

/** An effect with its sign. */
export function writtenEffect(effect: number, { unit }: Written): string {
  return unit === "money" || unit === "percent" || unit === "count" || unit === "decimal"
    ? formatDelta(effect, { inFull: true })
    : formatDelta(effect);
}
