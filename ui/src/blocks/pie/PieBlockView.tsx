import { useMemo, useRef, useState } from "react";
import { blocks as copy } from "../../copy";
import { notesOf } from "../../filters/groupings";
import { formatNumber, formatPercent } from "../../format";
import { chartTheme, useTheme } from "../../theme";
import { Chart, ChartSkeleton } from "../chart/Chart";
import { ChartTools } from "../chart/ChartTools";
import type { ChartHandle } from "../chart/engineProps";
import { pieOfData } from "../chart/models";
import { pieOption, seriesColour } from "../chart/options";
import type { PieBlock } from "../declaration";
import { figureInfo } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import { BlockNote } from "../frame/BlockNote";
import type { BlockViewProps } from "../frame/blockViewProps";
import { EmptyBlock } from "../frame/EmptyBlock";
import { FigureName } from "../frame/FigureName";
import { useBlock } from "../useBlocks";
import css from "./PieBlockView.module.css";

const HEIGHT = 220;

/** A pie; the list next to it is its legend, and without the pie its table. */
export function PieBlockView(props: BlockViewProps<PieBlock>) {
  const { declaration, wide, screen, filePrefix, colours, own, window, percentDecimals } = props;
  const { title, subtitle, note, of, by, value, aspect, small } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [asTable, setAsTable] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const { theme: name } = useTheme();
  const theme = chartTheme(name);
  const block = state.block;
  const model = useMemo(
    () => (block ? pieOfData(block, copy.other, value, colours) : null),
    [block, value, colours],
  );
  const option = useMemo(
    () => (model ? pieOption(model, of, theme, title) : null),
    [model, of, theme, title],
  );
  const slices = model?.slices ?? [];
  const figure = figureInfo(screen.call.figures(declaration.block), value);
  return (
    <BlockFrame
      title={title}
      subtitle={typeof subtitle === "function" ? subtitle("BY_MONTHS") : subtitle}
      wide={wide}
      small={small}
      state={state}
      skeleton={<ChartSkeleton height={HEIGHT} aspect={aspect} />}
      tools={
        <ChartTools
          filePrefix={filePrefix}
          title={title}
          window={window}
          asTable={asTable}
          onAsTable={setAsTable}
          chart={chart}
          rows={() => [
            [copy.name, of, `${copy.share} (%)`],
            ...slices.map((slice) => [slice.name, slice.value, slice.percent]),
          ]}
          series={slices.map(({ name, percent, colour }) => ({
            name: `${name} ${formatPercent(percent)}`,
            colour,
          }))}
          theme={theme}
          disabled={slices.length === 0}
        />
      }
    >
      {model && option && slices.length > 0 ? (
        <div className={css.room}>
          <div
            className={css.pie}
            data-table={asTable || undefined}
            data-aspect={aspect !== undefined || undefined}
          >
            {!asTable && (
              <Chart
                option={option}
                height={HEIGHT}
                aspect={aspect}
                font={theme.font}
                handle={chart}
                label={`${title}: ${formatNumber(model.total)} ${of}`}
              />
            )}
            <table className={css.list} aria-label={title}>
              <thead className={asTable ? undefined : "sr-only"}>
                <tr>
                  <th scope="col">{copy.name}</th>
                  <th scope="col">{asTable ? <FigureName name={of} figure={figure} /> : of}</th>
                  <th scope="col">{copy.share}</th>
                </tr>
              </thead>
              <tbody>
                {slices.map((slice, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be called the same.
                  <tr key={at}>
                    <th scope="row">
                      <span className={css.name}>
                        <svg width="10" height="10" aria-hidden="true">
                          <rect width="10" height="10" rx="3" fill={seriesColour(slice.colour, theme)} />
                        </svg>
                        <span className={css.words} title={slice.name}>
                          {slice.name}
                        </span>
                      </span>
                    </th>
                    <td className={css.count}>{formatNumber(slice.value)}</td>
                    <td>{formatPercent(slice.percent, percentDecimals)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ) : (
        <EmptyBlock title={copy.emptyTitle(title)} />
      )}
      {[...notesOf(by ? [by] : [], true), ...(note ? [note] : [])].map((text) => (
        <BlockNote key={text}>{text}</BlockNote>
      ))}
    </BlockFrame>
  );
}
