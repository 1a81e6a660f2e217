import { useMemo, useRef, useState } from "react";
import type { TimeScale, ViewBy } from "../api/generated/wire";
import { blocks as copy } from "../copy";
import { formatRange, formatUnit } from "../format";
import { chartTheme, useTheme } from "../theme";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { SegmentedControl } from "../ui/SegmentedControl";
import { Select } from "../ui/Select";
import { useMedia } from "../ui/useMedia";
import css from "./AxisBlockView.module.css";
import { BlockFrame } from "./BlockFrame";
import { BlockNote } from "./BlockNote";
import type { BlockViewProps } from "./blockViewProps";
import { ChartTools } from "./ChartTools";
import { Chart, type ChartHandle, ChartSkeleton } from "./chart/Chart";
import { metricColour } from "./chart/colours";
import { Legend } from "./chart/Legend";
import {
  type AxisModel,
  type BarSeries,
  barModel,
  isEmptyModel,
  lineModel,
  linesModel,
} from "./chart/models";
import { barOption, lineOption, zoomEnd } from "./chart/options";
import type { BarFigure, BarsBlock, LineBlock } from "./declaration";
import { figureIndex, figureInfo } from "./figureInfo";
import { ModelTable, modelRows } from "./ModelTable";
import { useBlock } from "./useBlocks";

const HEIGHT = 280;
/** As the style sheets have it. */
const PHONE = "(max-width: 720px)";
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

/** The field whose label, unit and colour a chart has: bars of several figures take those of the first. */
function fieldOf(declaration: LineBlock | BarsBlock): string | undefined {
  const several = declaration.kind === "bars" ? declaration.figures?.[0]?.field : declaration.fields?.[0];
  return several ?? declaration.field;
}

function barSeries(figures: readonly BarFigure[] | undefined, alone: BarSeries): readonly BarSeries[] {
  return (
    figures?.map(({ field, label, colour }, at) => ({ field, name: label, colour: colour ?? at })) ?? [alone]
  );
}

/** A chart with labels along its foot: lines by period, or bars. */
export function AxisBlockView(props: BlockViewProps<LineBlock | BarsBlock>) {
  const { declaration, wide, screen, own, onOwn, window, currency } = props;
  const { title, subtitle, kind, aspect } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [wholeRange, setWholeRange] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const { theme: name } = useTheme();
  const theme = chartTheme(name);
  const phone = useMedia(PHONE);
  const { endpoint } = screen;
  const {
    unit,
    label: figureLabel,
    metric,
  } = figureInfo(endpoint, declaration.block, fieldOf(declaration), declaration.metric);
  const colour = declaration.colour ?? metricColour(metric);
  const current = window ? formatRange(window.start, window.end) : figureLabel;

  const block = state.block;
  const model = useMemo<AxisModel | null>(() => {
    if (!block) return null;
    if (declaration.kind === "bars") {
      const { field = "value", figures } = declaration;
      return barModel(block, barSeries(figures, { field, name: figureLabel, colour }));
    }
    const { field, fields } = declaration;
    const index = (of: string | undefined) => figureIndex(endpoint, block, declaration.block, of);
    if (fields) {
      const line = (of: string) => {
        const info = figureInfo(endpoint, declaration.block, of, undefined);
        return { index: index(of), field: of, name: info.label, colour: metricColour(info.metric) };
      };
      return linesModel(block, fields.map(line));
    }
    return lineModel(block, { index: index(field), field }, colour, { current, previous: copy.lastYear });
  }, [block, declaration, endpoint, colour, figureLabel, current]);
  const option = useMemo(() => {
    if (!model) return null;
    const figures = { unit, currency };
    if (declaration.kind === "bars") return barOption(model, figures, theme, { phone, hidden });
    const { zoom, smooth, pointLabels, years } = declaration;
    return lineOption(model, figures, theme, { zoom, wholeRange, smooth, pointLabels, years, hidden });
  }, [model, declaration, unit, currency, theme, phone, wholeRange, hidden]);

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
      skeleton={<ChartSkeleton height={HEIGHT} aspect={aspect} />}
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
          {(kind === "line" || model.series.length > 1) && (
            <div className={css.keys}>
              <Legend series={model.series} theme={theme} hidden={hidden} onToggle={toggle} />
              <div className={css.options}>
                {isZoomed && !asTable && (
                  <Button size="sm" aria-pressed={wholeRange} onClick={() => setWholeRange(!wholeRange)}>
                    {copy.wholeRange}
                  </Button>
                )}
                {kind === "line" && declaration.viewBy && (
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
              aspect={aspect}
              font={theme.font}
              handle={chart}
              label={spoken(title, model, (value) => formatUnit(value, unit, { currency }))}
            />
          )}
          {model.available > model.series.length && (
            <BlockNote>{copy.largestDrawn(model.series.length, model.available)}</BlockNote>
          )}
          {declaration.kind === "bars" && declaration.overlap && <BlockNote>{copy.groupsOverlap}</BlockNote>}
          {kind === "line" && own.viewBy === "TIER" && <BlockNote>{copy.tiersAsOfLoad}</BlockNote>}
          {declaration.note && <BlockNote>{declaration.note}</BlockNote>}
        </>
      )}
    </BlockFrame>
  );
}
