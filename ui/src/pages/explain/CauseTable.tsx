import { ChevronDown, ChevronRight } from "lucide-react";
import { type CSSProperties, Fragment } from "react";
import { explanation as copy } from "#texts/explain";
import type { CauseNode, CauseTree, Polarity, Unit } from "../../generated/wire";
import { classNames } from "../../kit/classNames";
import { TableBox } from "../../kit/DataTable";
import tableCss from "../../kit/forms/DataTable.module.css";
import { Select } from "../../kit/Select";
import { formatCell, formatDelta, formatPercent, formatUnit } from "../../texts/format";
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
  const { unit, currency, isScore } = written;
  // Figures of months are plain numbers here, as in every table; what was and what is would else often be equal.
  const figureUnit = !isScore && unit === "months" && <HeadUnit>{copy.units.months}</HeadUnit>;
  // Cents, so that effects add up: the head has the currency.
  const effectUnit = isScore ? copy.units.percent : unit === "money" ? currency : copy.units[unit];
  const hasShares = tree.causes.some((cause) => cause.share !== null);
  return (
    <TableBox caption={copy.table(copy.divisions[tree.by] ?? tree.label)} className={css.causes}>
      <thead>
        <tr>
          <th scope="col">{copy.cause}</th>
          <th scope="col" className={tableCss.number}>
            {copy.before}
            {figureUnit}
          </th>
          <th scope="col" className={tableCss.number}>
            {copy.now}
            {figureUnit}
          </th>
          {hasShares && (
            <th
              scope="col"
              className={classNames(tableCss.number, css.share)}
              title={isScore ? copy.weightHint : copy.shareHint}
            >
              {isScore ? copy.weight : copy.share}
            </th>
          )}
          <th scope="col" className={css.step}>
            <span className="sr-only">{copy.effect}</span>
          </th>
          <th scope="col" className={tableCss.number}>
            {copy.effect}
            {effectUnit && <HeadUnit>{effectUnit}</HeadUnit>}
          </th>
        </tr>
      </thead>
      <tbody>
        <Rows {...props} tree={tree} path={[]} scale={scaleOf(tree.causes)} hasShares={hasShares} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{copy.total}</th>
          <td />
          <td />
          {hasShares && <td className={css.share} />}
          <td className={css.step} />
          <td className={tableCss.number}>{writtenEffect(change, written)}</td>
        </tr>
      </tfoot>
    </TableBox>
  );
}

function HeadUnit({ children }: { readonly children: string }) {
  return (
    <>
      {" "}
      <span className={tableCss.under}>{children}</span>
    </>
  );
}

/** The columns that are left on a phone. A line over more of them would make empty ones there, which take room. */
const SPANNED = 3;

type RowsProps = CauseTableProps & {
  readonly path: readonly string[];
  /** The steps of the tree's causes. */
  readonly scale: Scale;
  readonly hasShares: boolean;
};

function Rows({ tree, path, scale, ...rest }: RowsProps) {
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
  readonly isLeading: boolean;
};

function Row({ cause, at, scale, isLeading, path, hasShares, ...rest }: RowProps) {
  const { written, onToggle, onDivide, labelOf } = rest;
  const { name, inside, effect } = cause;
  const depth = path.length - 1;
  const isOpen = inside !== null;
  const figure = (value: number | null) => writtenFigure(value, cause.unit, written);
  return (
    <>
      {/* The arrow says it to the keyboard and to screen readers; the row is a larger target for the mouse. */}
      <tr
        data-leading={isLeading || undefined}
        data-opens={cause.canOpen || undefined}
        onClick={({ target }) => {
          const isButton = target instanceof Element && target.closest("button") !== null;
          if (cause.canOpen && !isButton) onToggle(path, !isOpen);
        }}
      >
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
        <td className={tableCss.number}>{figure(cause.before)}</td>
        <td className={tableCss.number}>{figure(cause.now)}</td>
        {hasShares && <td className={classNames(tableCss.number, css.share)}>{shares(cause)}</td>}
        <td className={css.step}>
          <Step scale={scale} at={at} effect={effect} polarity={written.polarity} />
        </td>
        <td className={tableCss.number}>
          {effect === null ? (
            <span className={css.quiet}>{copy.hidden}</span>
          ) : (
            <span title={splitOf(cause, written)}>{writtenEffect(effect, written)}</span>
          )}
        </td>
      </tr>
      <Further cause={cause} depth={depth} isLeading={isLeading} written={written} />
      {inside && (
        <>
          {inside.divisions.length > 1 && (
            <tr className={css.chooser}>
              <td colSpan={SPANNED} style={{ paddingLeft: `${20 * (depth + 1) + 36}px` }}>
                <Select
                  label={copy.within}
                  options={inside.divisions.map((by) => ({ value: by, label: labelOf(by) }))}
                  value={inside.by}
                  onChange={(by) => onDivide(path, by)}
                />
              </td>
            </tr>
          )}
          {inside.causes.length === 0 && (
            <tr className={css.chooser}>
              <td colSpan={SPANNED} style={{ paddingLeft: `${20 * (depth + 1) + 36}px` }}>
                <span className={css.quiet}>{copy.tooFewToDivide}</span>
              </td>
            </tr>
          )}
          <Rows {...rest} tree={inside} path={path} scale={scale[at]?.inside ?? []} hasShares={hasShares} />
        </>
      )}
    </>
  );
}

type FurtherProps = Pick<RowProps, "cause" | "isLeading" | "written"> & { readonly depth: number };

/** Below a row on a phone, the figures whose columns have no room there. */
function Further({ cause, depth, isLeading, written }: FurtherProps) {
  const before = cause.before !== null && writtenFigure(cause.before, cause.unit, written);
  const share = cause.share !== null && shares(cause);
  if (!before && !share) return null;
  const shareName = written.isScore && depth === 0 ? copy.weight : copy.share;
  return (
    <tr className={classNames(tableCss.more, css.further)} data-leading={isLeading || undefined}>
      <td colSpan={SPANNED} style={{ "--depth": depth } as CSSProperties}>
        <dl>
          {before && (
            <div>
              <dt>{copy.before}</dt>
              <dd>{before}</dd>
            </div>
          )}
          {share && (
            <div>
              <dt>{shareName}</dt>
              <dd>{share}</dd>
            </div>
          )}
        </dl>
      </td>
    </tr>
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
  // The points that a part of the score can earn are the same in both months.
  if (share === null || shareBefore === null) return formatPercent(share);
  return `${formatPercent(shareBefore)} → ${formatPercent(share)}`;
}

/** What of an effect is of the rate and what of the mix; undefined where it is not split. */
function splitOf({ rateEffect, mixEffect }: CauseNode, written: Written): string | undefined {
  if (rateEffect === null || mixEffect === null || mixEffect === 0) return undefined;
  return copy.split(writtenEffect(rateEffect, written), writtenEffect(mixEffect, written));
}

/** A figure of a cause. Of the score each row has a unit of its own; otherwise the head names it. */
function writtenFigure(value: number | null, unit: Unit | null, { isScore, currency }: Written): string {
  if (unit === null) return "";
  return (isScore ? formatUnit : formatCell)(value, unit, { currency, inFull: true });
}

/** An effect with its sign. Points of the score have 1 decimal everywhere. */
export function writtenEffect(effect: number, { unit, isScore }: Written): string {
  if (isScore) return formatDelta(effect, { inFull: true, least: 1 });
  return unit === "money" || unit === "percent" || unit === "count" || unit === "decimal"
    ? formatDelta(effect, { inFull: true })
    : formatDelta(effect);
}
