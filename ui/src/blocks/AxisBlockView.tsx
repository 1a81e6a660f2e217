import { useMemo, useRef, useState } from "react";
import { metrics } from "../api/generated/metrics";
import type { TimeScale, ViewBy } from "../api/generated/wire";
import { blocks as copy } from "../copy";
import { formatRange, formatUnit } from "../format";
import { chartTheme, useTheme } from "../theme";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { SegmentedControl } from "../ui/SegmentedControl";
import { Select } from "../ui/Select";
import css from "./AxisBlockView.module.css";
import { BlockFrame } from "./BlockFrame";
import type { BlockViewProps } from "./blockViewProps";
import { ChartTools } from "./ChartTools";
import { Chart, type ChartHandle, ChartSkeleton } from "./chart/Chart";
import { metricColour } from "./chart/colours";
import { Legend } from "./chart/Legend";
import { type AxisModel, barModel, isEmptyModel, lineModel } from "./chart/models";
import { barOption, lineOption, zoomEnd } from "./chart/options";
import type { BarsBlock, LineBlock } from "./declaration";
import { ModelTable, modelRows } from "./ModelTable";
import { useBlock } from "./useBlocks";

const HEIGHT = 280;
const SCALES = ["BY_MONTHS", "BY_QUARTERS", "BY_YEARS"] as const satisfies readonly TimeScale[];
const VIEWS = ["TOTALS", "LOB", "TIER", "AUDIENCE"] as const satisfies readonly ViewBy[];
const SCALE_OPTIONS = SCALES.map((value) => ({ value, label: copy.timeScales[value] }));
const VIEW_OPTIONS = VIEWS.map((value) => ({ value, label: copy.views[value] }));

/** What a reader who does not see the chart is told of it. */
function spoken(
  title: string,
  model: AxisModel,
  write: (value: number | null | undefined) => string,
): string {
  const first = model.series[0];
  if (!first || model.labels.length === 0) return title;
  const point = (at: number) => `${model.labels.at(at)}: ${write(first.values.at(at))}`;
  return copy.chartText(title, point(0), point(-1));
}

/** A chart with labels along its foot: lines by period, or bars. */
export function AxisBlockView(props: BlockViewProps<LineBlock | BarsBlock>) {
  const { declaration, wide, screen, own, onOwn, window, currency } = props;
  const { title, subtitle, metric, kind } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const chart = useRef<ChartHandle>(null);
  const { theme: name } = useTheme();
  const theme = chartTheme(name);
  const { unit, label: metricLabel } = metrics[metric];
  const current = window ? formatRange(window.start, window.end) : metricLabel;

  const block = state.block;
  const model = useMemo<AxisModel | null>(() => {
    if (!block) return null;
    const colour = metricColour(metric);
    if (declaration.kind === "bars") return barModel(block, metricLabel, colour);
    return lineModel(block, declaration.value ?? 1, colour, { current, previous: copy.lastYear });
  }, [block, declaration, metric, metricLabel, current]);
  const option = useMemo(() => {
    if (!model) return null;
    const figures = { unit, currency };
    if (declaration.kind === "bars") return barOption(model, figures, theme, hidden);
    const { zoom, smooth, pointLabels } = declaration;
    return lineOption(model, figures, theme, { zoom, smooth, pointLabels, hidden });
  }, [model, declaration, unit, currency, theme, hidden]);

  const scale = own.timeScale ?? "BY_MONTHS";
  const isZoomed =
    kind === "line" &&
    declaration.zoom === true &&
    model !== null &&
    zoomEnd(model.labels.length) < model.labels.length - 1;
  const toggle = (series: string) => {
    const next = new Set(hidden);
    if (!next.delete(series)) next.add(series);
    setHidden(next);
  };
  const setView = (viewBy: ViewBy) => {
    // Names of one grouping mean nothing in another.
    setHidden(new Set());
    onOwn({ ...own, viewBy });
  };

  return (
    <BlockFrame
      title={title}
      subtitle={typeof subtitle === "function" ? subtitle(scale) : subtitle}
      wide={wide}
      state={state}
      skeleton={<ChartSkeleton height={HEIGHT} />}
      tools={
        <>
          {kind === "line" && declaration.timeScale !== false && (
            <SegmentedControl
              label={`${copy.timeScale}: ${title}`}
              options={SCALE_OPTIONS}
              value={scale}
              onChange={(timeScale) => onOwn({ ...own, timeScale })}
            />
          )}
          <ChartTools
            title={title}
            window={window}
            asTable={asTable}
            onAsTable={setAsTable}
            chart={chart}
            rows={() => (model ? modelRows(model, kind === "line" ? copy.period : copy.name) : [])}
            series={model?.series.filter((one) => !hidden.has(one.name)) ?? []}
            theme={theme}
            disabled={!model || isEmptyModel(model)}
          />
        </>
      }
    >
      {model && option && (
        <>
          {kind === "line" && (
            <div className={css.keys}>
              <Legend series={model.series} theme={theme} hidden={hidden} onToggle={toggle} />
              <div className={css.options}>
                {isZoomed && !asTable && (
                  <Button variant="ghost" size="sm" onClick={() => chart.current?.showWholeRange()}>
                    {copy.wholeRange}
                  </Button>
                )}
                {declaration.viewBy && (
                  <Select
                    label={copy.viewBy}
                    options={VIEW_OPTIONS}
                    value={own.viewBy ?? "TOTALS"}
                    onChange={setView}
                  />
                )}
              </div>
            </div>
          )}
          {isEmptyModel(model) ? (
            <EmptyState title={copy.emptyTitle(title)} detail={copy.emptyHint} />
          ) : asTable ? (
            <ModelTable
              title={title}
              model={model}
              firstColumn={kind === "line" ? copy.period : copy.name}
              unit={unit}
              currency={currency}
            />
          ) : (
            <Chart
              option={option}
              height={HEIGHT}
              font={theme.font}
              handle={chart}
              label={spoken(title, model, (value) => formatUnit(value, unit, { currency }))}
            />
          )}
          {model.available > model.series.length && (
            <p className={css.note}>{copy.largestDrawn(model.series.length, model.available)}</p>
          )}
          {declaration.kind === "bars" && declaration.overlap && (
            <p className={css.note}>{copy.groupsOverlap}</p>
          )}
        </>
      )}
    </BlockFrame>
  );
}
