import { Suspense, useContext, useMemo, useRef, useState } from "react";
import { annotations } from "#texts/annotations";
import { charts as copy } from "#texts/blocks";
import { targets } from "#texts/targets";
import { useMinimumMembers } from "../../../api/query";
import type { FittingTargets, TimeScale, ViewBy } from "../../../generated/wire";
import { Button } from "../../../kit/Button";
import { lazyComponent } from "../../../kit/lazy";
import { SegmentedControl } from "../../../kit/SegmentedControl";
import { Select } from "../../../kit/Select";
import { PHONE } from "../../../kit/theme/widths";
import { useMedia } from "../../../kit/useMedia";
import { formatRange } from "../../../texts/format";
import { AnnotateButton } from "../../annotations/AnnotateButton";
import { savedAnnotations } from "../../annotations/calls";
import { marksOf, writtenMarks } from "../../annotations/model";
import { GROUPINGS, notesOf, OFFERED } from "../../filters/groupings";
import { useFittingTargets } from "../../targets/calls";
import { lineOf } from "../../targets/model";
import { Target } from "../../targets/Target";
import type { BlockData } from "../blockData";
import type { BlocksCall } from "../calls";
import type { BarFigure, BarsBlock, LineBlock } from "../declaration";
import { addsUp, type FigureInfo, figureInfo } from "../figureInfo";
import type { BlockViewProps } from "../frame/blockViewProps";
import { Locked } from "../frame/locked";
import { useBlock } from "../useBlocks";
import { ownFilter } from "../viewState";
import css from "./AxisBlockView.module.css";
import { Chart } from "./Chart";
import { ChartFrame, useDrawing } from "./ChartFrame";
import { metricColour } from "./colours";
import { Legend } from "./Legend";
import { hasSlider, lineOption, showsWhole, type ZoomRange } from "./lineOptions";
import { ModelTable, modelRows } from "./ModelTable";
import {
  type AxisModel,
  barModel,
  isEmptyModel,
  lineModel,
  linesModel,
  type TargetSeries,
  withTargets,
} from "./models";
import { barOption, chartFigure } from "./options";
import { spokenChart } from "./spokenChart";

const MarkList = lazyComponent(() => import("../../annotations/MarkList"));

const SCALES = ["BY_MONTHS", "BY_QUARTERS", "BY_YEARS"] as const satisfies readonly TimeScale[];
const SCALE_OPTIONS = SCALES.map((value) => ({ value, label: copy.timeScales[value] }));
const VIEW_OPTIONS: readonly { readonly value: ViewBy; readonly label: string }[] = [
  { value: "TOTALS", label: copy.totals },
  ...OFFERED.map((value) => ({ value, label: GROUPINGS[value].label })),
];

/** A figure of a chart. */
type DrawnFigure = FigureInfo & { readonly colour: number };

/** The position of the slider, and the points it belongs to. */
type Dragged = { readonly points: string; readonly range: ZoomRange };

/** The figures of a chart: those it declares, by default the first of the block. */
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

/** Always the same: another list would draw a chart again. */
const NO_TARGETS: readonly TargetSeries[] = [];

/** The lines of targets of a chart by period of all members together. */
function targetsIn(
  block: BlockData | undefined,
  figures: readonly DrawnFigure[],
  fitting: FittingTargets | undefined,
): readonly TargetSeries[] {
  if (block?.form !== "periods" || block.lines.some(({ name }) => name !== null)) return NO_TARGETS;
  const lines = figures.flatMap(({ metric, label }) => {
    const values = lineOf(fitting?.lines, metric, block.scale, block.periods);
    return values ? [{ name: figures.length > 1 ? targets.nameOf(label) : targets.name, values }] : [];
  });
  return lines.length > 0 ? lines : NO_TARGETS;
}

/** A chart with labels along the bottom: lines by period, or bars. */
export function AxisBlockView(props: BlockViewProps<LineBlock | BarsBlock>) {
  const { declaration, screen, colours, choice, onChoose, window, currency } = props;
  const { title, kind } = declaration;
  const { timeScale, viewBy, asTable } = choice;
  const state = useBlock(screen, declaration, ownFilter(declaration, choice));
  const isLocked = useContext(Locked);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState({ whole: false });
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // Also as a ref: the option reads it, but must not be rebuilt when it changes, while the slider is being dragged.
  const latest = useRef<Dragged | null>(null);
  const leastMembers = useMinimumMembers();
  const drawing = useDrawing();
  const { theme, chart } = drawing;
  const phone = useMedia(PHONE);
  const figures = useMemo(() => drawnFigures(screen.call, declaration), [screen.call, declaration]);
  const unit = figures[0]?.unit ?? "count";
  const current = window ? formatRange(window.start, window.end) : (figures[0]?.label ?? "");

  const firstColumn = kind === "line" ? copy.period : copy.name;

  const block = state.block;
  const fitting = useFittingTargets(kind === "line" ? screen.params : null).data;
  const targetLines = useMemo(() => targetsIn(block, figures, fitting), [block, figures, fitting]);
  const model = useMemo<AxisModel | null>(() => {
    if (!block) return null;
    const lines = figures.map(({ field, label, colour }) => ({ field, name: label, colour }));
    if (block.form !== "periods") return barModel(block, lines);
    const [line] = lines;
    if ((declaration.kind === "line" && declaration.fields) || !line)
      return withTargets(linesModel(block, lines), targetLines);
    return withTargets(
      lineModel(block, line.field, line.colour, { current, previous: copy.lastYear, colours }),
      targetLines,
    );
  }, [block, declaration, figures, current, colours, targetLines]);
  const periods = block?.form === "periods" ? block.periods : undefined;
  const annotated = useMemo(
    () => figures.flatMap(({ metric, label }) => (metric === null ? [] : [{ metric, label }])),
    [figures],
  );
  const list = savedAnnotations.useList(kind === "line").data;
  const marks = useMemo(
    () =>
      marksOf(
        list,
        annotated.map(({ metric }) => metric),
        periods ?? [],
      ),
    [list, annotated, periods],
  );
  const remarks = writtenMarks(marks);
  const points = model?.labels.join() ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: after its table, the chart is drawn with the slider in its last position.
  const option = useMemo(() => {
    if (!model) return null;
    const written = { unit, currency };
    if (declaration.kind === "bars") return barOption(model, written, theme, { phone, hidden });
    const { zoom, smooth, pointLabels, years } = declaration;
    // An object, so that a new one rebuilds the chart even with the same value.
    const wholeRange = opened.whole;
    const range = latest.current?.points === points ? latest.current.range : undefined;
    const style = { zoom, wholeRange, range, smooth, pointLabels, years, hidden, marks };
    return lineOption(model, written, theme, style);
  }, [model, points, declaration, unit, currency, theme, phone, opened, hidden, marks, asTable]);
  // The zoom stays while the points are the same, in any order of drawing; other points reset it.
  const isWhole = dragged?.points === points ? showsWhole(dragged.range) : opened.whole;
  const dragTo = (next: Dragged | null) => {
    latest.current = next;
    setDragged(next);
  };

  const isZoomed = kind === "line" && model !== null && hasSlider(declaration.zoom, model.labels.length);
  const grouping = viewBy === "TOTALS" ? declaration.by : viewBy;
  const isCut = model !== null && model.available > model.series.length;
  const notes = [
    ...(isCut ? [copy.largestDrawn(model.series.length, model.available)] : []),
    ...notesOf(grouping ? [grouping] : [], addsUp(unit)),
  ];
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };
  const setView = (viewBy: ViewBy) => {
    // Hidden names of one grouping mean nothing in another.
    setHidden(new Set());
    onChoose({ viewBy });
  };
  const toggleWhole = () => {
    dragTo(null);
    setOpened({ whole: !isWhole });
  };

  return (
    <ChartFrame
      view={props}
      state={state}
      drawing={drawing}
      isEmpty={!model || isEmptyModel(model)}
      notes={notes}
      rows={() => (model ? modelRows(model, firstColumn, figures, currency, leastMembers) : [])}
      series={[
        ...(model?.series.filter((one) => !hidden.has(one.key)) ?? []),
        ...(model?.unfinished?.days.map((name) => ({ name, colour: "unfinished" as const })) ?? []),
      ]}
      pictureNotes={remarks}
      tools={
        kind === "line" &&
        !isLocked &&
        declaration.timeScale !== false && (
          <SegmentedControl
            label={`${copy.timeScale}: ${title}`}
            options={SCALE_OPTIONS}
            value={timeScale}
            onChange={(next) => onChoose({ timeScale: next })}
          />
        )
      }
      above={
        model &&
        (kind === "line" || model.series.length > 1) && (
          <div className={css.keys}>
            <Legend
              series={model.series}
              unfinished={model.unfinished?.days}
              theme={theme}
              hidden={hidden}
              onToggle={toggle}
            />
            <div className={css.options}>
              {kind === "line" && !isLocked && (
                <AnnotateButton title={title} figures={annotated} day={periods?.at(-1)?.end ?? ""} />
              )}
              {kind === "line" && annotated[0] && <Target metric={annotated[0].metric} title={title} />}
              {isZoomed && !asTable && (
                <Button size="sm" aria-pressed={isWhole} onClick={toggleWhole}>
                  {copy.wholeRange}
                </Button>
              )}
              {kind === "line" && !isLocked && declaration.viewBy && (
                <Select label={copy.viewBy} options={VIEW_OPTIONS} value={viewBy} onChange={setView} />
              )}
            </div>
          </div>
        )
      }
    >
      {model && asTable && (
        <ModelTable
          title={title}
          model={model}
          firstColumn={firstColumn}
          figures={figures}
          currency={currency}
          percentDecimals={props.percentDecimals}
        />
      )}
      {model && option && !asTable && (
        <Chart
          option={option}
          aspect={declaration.aspect}
          font={theme.font}
          handle={chart}
          onZoom={(range) => dragTo({ points, range })}
          label={[
            spokenChart(title, kind, model, hidden, (value) => chartFigure(value, { unit, currency })),
            ...(remarks.length > 0 ? [annotations.spoken(remarks)] : []),
          ].join(" ")}
        />
      )}
      {marks.length > 0 && (
        <Suspense>
          <MarkList title={title} marks={marks} />
        </Suspense>
      )}
    </ChartFrame>
  );
}
