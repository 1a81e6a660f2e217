import { useMemo, useRef, useState } from "react";
import type { TimeScale, ViewBy } from "../../api/generated/wire";
import { blocks as copy } from "../../copy";
import { GROUPINGS, notesOf, OFFERED } from "../../filters/groupings";
import { formatRange, formatUnit } from "../../format";
import { Button } from "../../kit/Button";
import { SegmentedControl } from "../../kit/SegmentedControl";
import { Select } from "../../kit/Select";
import { useMedia } from "../../kit/useMedia";
import { chartTheme, useTheme } from "../../theme";
import type { BlocksCall } from "../calls";
import type { BarFigure, BarsBlock, LineBlock } from "../declaration";
import { addsUp, type FigureInfo, figureInfo } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import { BlockNote } from "../frame/BlockNote";
import type { BlockViewProps } from "../frame/blockViewProps";
import { EmptyBlock } from "../frame/EmptyBlock";
import { useBlock } from "../useBlocks";
import css from "./AxisBlockView.module.css";
import { Chart, ChartSkeleton } from "./Chart";
import { ChartTools } from "./ChartTools";
import { metricColour } from "./colours";
import type { ChartHandle } from "./engineProps";
import { Legend } from "./Legend";
import { ModelTable, modelRows } from "./ModelTable";
import { type AxisModel, barModel, isEmptyModel, lineModel, linesModel } from "./models";
import { barOption, lineOption, showsWhole, type ZoomRange, zoomEnd } from "./options";

/** As the style sheets have it. */
const PHONE = "(max-width: 720px)";
const SCALES = ["BY_MONTHS", "BY_QUARTERS", "BY_YEARS"] as const satisfies readonly TimeScale[];
const SCALE_OPTIONS = SCALES.map((value) => ({ value, label: copy.timeScales[value] }));
const VIEW_OPTIONS: readonly { readonly value: ViewBy; readonly label: string }[] = [
  { value: "TOTALS", label: copy.totals },
  ...OFFERED.map((value) => ({ value, label: GROUPINGS[value].label })),
];

/** A figure of a chart. */
type DrawnFigure = FigureInfo & { readonly colour: number };

/** Where the reader has left the slider, and of which points. */
type Dragged = { readonly points: string; readonly range: ZoomRange };

/** The description of a chart for screen readers. */
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

/** The figures a chart draws: several where it says so, else one, by default the block's first. */
function drawnFigures(call: BlocksCall, declaration: LineBlock | BarsBlock): readonly DrawnFigure[] {
  const { block, kind, field, colour } = declaration;
  const known = call.figures(block);
  const several: readonly BarFigure[] | undefined =
    kind === "bars" ? declaration.figures : declaration.fields?.map((one) => ({ field: one }));
  return (several ?? [{ field }]).map(({ field, label }: Partial<BarFigure>) => {
    const info = figureInfo(known, field);
    return { ...info, label: label ?? info.label, colour: colour ?? metricColour(info.metric) };
  });
}

/** A chart with labels along its foot: lines by period, or bars. */
export function AxisBlockView(props: BlockViewProps<LineBlock | BarsBlock>) {
  const { declaration, wide, screen, filePrefix, colours, own, onOwn, window, currency } = props;
  const { percentDecimals } = props;
  const { title, subtitle, kind, aspect } = declaration;
  const state = useBlock(screen, declaration.block, declaration, own);
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState({ whole: false });
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // The same as a ref: the option reads it, but must not be rebuilt when it changes, as the slider is still held.
  const left = useRef<Dragged | null>(null);
  const chart = useRef<ChartHandle>(null);
  const { theme: name } = useTheme();
  const theme = chartTheme(name);
  const phone = useMedia(PHONE);
  const figures = useMemo(() => drawnFigures(screen.call, declaration), [screen.call, declaration]);
  const unit = figures[0]?.unit ?? "count";
  const current = window ? formatRange(window.start, window.end) : (figures[0]?.label ?? "");

  const firstColumn = kind === "line" ? copy.period : copy.name;

  const block = state.block;
  const model = useMemo<AxisModel | null>(() => {
    if (!block) return null;
    const lines = figures.map(({ field, label, colour }) => ({ field, name: label, colour }));
    if (block.form !== "periods") return barModel(block, lines);
    const [line] = lines;
    if ((declaration.kind === "line" && declaration.fields) || !line) return linesModel(block, lines);
    return lineModel(block, line.field, line.colour, { current, previous: copy.lastYear, colours });
  }, [block, declaration, figures, current, colours]);
  const points = model?.labels.join() ?? "";
  const option = useMemo(() => {
    if (!model) return null;
    const written = { unit, currency };
    if (declaration.kind === "bars") return barOption(model, written, theme, { phone, hidden });
    const { zoom, smooth, pointLabels, years } = declaration;
    // An object, so that a new one rebuilds the chart even with the same value.
    const wholeRange = opened.whole;
    const range = left.current?.points === points ? left.current.range : undefined;
    return lineOption(model, written, theme, { zoom, wholeRange, range, smooth, pointLabels, years, hidden });
  }, [model, points, declaration, unit, currency, theme, phone, opened, hidden]);
  // The reader's range stays while the points are the same, however they are drawn; other points reset it.
  const isWhole = dragged?.points === points ? showsWhole(dragged.range) : opened.whole;
  const leave = (next: Dragged | null) => {
    left.current = next;
    setDragged(next);
  };

  const scale = own.timeScale ?? "BY_MONTHS";
  const isZoomed =
    kind === "line" &&
    declaration.zoom === true &&
    model !== null &&
    zoomEnd(model.labels.length) < model.labels.length - 1;
  const { viewBy = "TOTALS" } = own;
  const grouping = viewBy === "TOTALS" ? declaration.by : viewBy;
  const notes = [
    ...notesOf(grouping ? [grouping] : [], addsUp(unit)),
    ...(declaration.note ? [declaration.note] : []),
  ];
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
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
      skeleton={<ChartSkeleton aspect={aspect} />}
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
            filePrefix={filePrefix}
            title={title}
            window={window}
            asTable={asTable}
            onAsTable={(next) => {
              setAsTable(next);
              setOpened({ ...opened });
            }}
            chart={chart}
            rows={() => (model ? modelRows(model, firstColumn, figures, currency) : [])}
            series={model?.series.filter((one) => !hidden.has(one.key)) ?? []}
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
                  <Button
                    size="sm"
                    aria-pressed={isWhole}
                    onClick={() => {
                      leave(null);
                      setOpened({ whole: !isWhole });
                    }}
                  >
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
            <EmptyBlock title={copy.emptyTitle(title)} />
          ) : asTable ? (
            <ModelTable
              title={title}
              model={model}
              firstColumn={firstColumn}
              figures={figures}
              currency={currency}
              percentDecimals={percentDecimals}
            />
          ) : (
            <Chart
              option={option}
              aspect={aspect}
              font={theme.font}
              handle={chart}
              onZoom={(range) => leave({ points, range })}
              label={spoken(title, model, (value) => formatUnit(value, unit, { currency }))}
            />
          )}
          {model.available > model.series.length && (
            <BlockNote>{copy.largestDrawn(model.series.length, model.available)}</BlockNote>
          )}
          {notes.map((text) => (
            <BlockNote key={text}>{text}</BlockNote>
          ))}
        </>
      )}
    </BlockFrame>
  );
}
