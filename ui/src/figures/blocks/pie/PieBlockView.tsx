import { type ReactNode, useContext, useMemo } from "react";
import { charts } from "#texts/blocks";
import { blocks as copy } from "#texts/page";
import { useMinimumMembers } from "../../../api/query";
import { formatNumber, formatPercent } from "../../../texts/format";
import { notesOf, useCounting } from "../../filters/counting";
import { WayLink } from "../../ways/WayLink";
import { WaysContext } from "../../ways/ways";
import { Chart, PIE_HEIGHT } from "../chart/Chart";
import { ChartFrame, useDrawing } from "../chart/ChartFrame";
import { pieOfData } from "../chart/models";
import { pieOption, seriesColour } from "../chart/options";
import type { PieBlock } from "../declaration";
import { figureInfo } from "../figureInfo";
import type { BlockViewProps } from "../frame/blockViewProps";
import { FigureName } from "../frame/FigureName";
import { FigureText } from "../frame/FigureText";
import { HiddenFigure, hiddenInFile } from "../frame/HiddenFigure";
import { OnlyThis } from "../frame/OnlyThis";
import { useBlock } from "../useBlocks";
import { ownFilter } from "../viewState";
import css from "./PieBlockView.module.css";

/** A pie; the list next to it is its legend, or its table when the pie is hidden. */
export function PieBlockView(props: BlockViewProps<PieBlock>) {
  const { declaration, screen, colours, choice, onChoose, percentDecimals } = props;
  const { title, of, by, value, aspect, items } = declaration;
  const { asTable, only } = choice;
  const ways = useContext(WaysContext);
  const state = useBlock(screen, declaration, ownFilter(declaration, choice));
  const drawing = useDrawing();
  const { theme, chart } = drawing;
  const block = state.block;
  const model = useMemo(
    () => (block ? pieOfData(block, charts.other, value, colours, only) : null),
    [block, value, colours, only],
  );
  const option = useMemo(
    () => (model ? pieOption(model, of, theme, title) : null),
    [model, of, theme, title],
  );
  const slices = model?.slices ?? [];
  const hidden = model?.hidden ?? [];
  const leastMembers = useMinimumMembers();
  const counting = useCounting(screen.params);
  const sharesOfShown = hidden.length > 0 && slices.length > 0 ? [charts.sharesOfShown] : [];
  const figure = figureInfo(screen.call.figures(declaration.block), value);
  return (
    <ChartFrame
      view={props}
      state={state}
      drawing={drawing}
      isEmpty={slices.length === 0 && hidden.length === 0}
      notes={[
        ...notesOf(by ? [by] : [], true, counting),
        ...sharesOfShown,
        ...(only === "" ? [] : [charts.restOfAll]),
      ]}
      pictureNotes={sharesOfShown}
      tools={<OnlyThis only={only} onChoose={onChoose} />}
      isDrawn={slices.length > 0 || hidden.length === 0}
      rows={() => [
        [charts.name, of, `${charts.share} (%)`],
        ...slices.map((slice) => [slice.name, slice.value, slice.percent]),
        ...hidden.map(({ name, why }) => [name, hiddenInFile(why, leastMembers), null]),
      ]}
      series={[
        ...slices.map(({ name, percent, colour }) => ({ name: `${name} ${formatPercent(percent)}`, colour })),
        ...hidden.map(({ name, why }) => ({
          name: `${name}: ${hiddenInFile(why, leastMembers)}`,
          colour: "hidden" as const,
        })),
      ]}
    >
      {model && option && (
        <div className={css.chart}>
          <div
            className={css.pie}
            data-table={asTable || undefined}
            data-aspect={aspect !== undefined || undefined}
          >
            {!asTable && slices.length > 0 && (
              <Chart
                option={option}
                height={PIE_HEIGHT}
                aspect={aspect}
                font={theme.font}
                handle={chart}
                label={`${title}: ${formatNumber(model.total, { inFull: true })} ${model.hidden ? charts.sumOfShown(of) : of}`}
              />
            )}
            <table className={css.list} aria-label={title}>
              <thead className={asTable ? undefined : "sr-only"}>
                <tr>
                  <th scope="col">{charts.name}</th>
                  <th scope="col">{asTable ? <FigureName name={of} figure={figure} /> : of}</th>
                  <th scope="col">{charts.share}</th>
                </tr>
              </thead>
              <tbody>
                {slices.map(({ name, value, percent, colour }, at) => (
                  <Row
                    // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same name.
                    key={at}
                    name={name}
                    to={
                      items && only === "" && name !== charts.other
                        ? (ways?.to([{ kind: items, name }]) ?? null)
                        : null
                    }
                    mark={<rect width="10" height="10" rx="3" fill={seriesColour(colour, theme)} />}
                    count={<FigureText value={value} unit="count" currency="" />}
                    share={formatPercent(percent, percentDecimals)}
                  />
                ))}
                {hidden.map(({ name, why }, at) => (
                  <Row
                    // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same name.
                    key={`hidden ${at}`}
                    name={name}
                    mark={<rect className={css.unknown} x="0.5" y="0.5" width="9" height="9" rx="2.5" />}
                    count={<HiddenFigure why={why} />}
                    share={copy.noChange}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </ChartFrame>
  );
}

type RowProps = {
  readonly name: string;
  /** Where it leads on; null for nowhere. */
  readonly to?: string | null;
  /** The mark that connects the name with its slice. */
  readonly mark: ReactNode;
  readonly count: ReactNode;
  readonly share: string;
};

function Row({ name, to = null, mark, count, share }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <span className={css.name}>
          <svg width="10" height="10" aria-hidden="true">
            {mark}
          </svg>
          <span className={css.words} title={name}>
            {to === null ? name : <WayLink to={to}>{name}</WayLink>}
          </span>
        </span>
      </th>
      <td className={css.count}>{count}</td>
      <td>{share}</td>
    </tr>
  );
}
