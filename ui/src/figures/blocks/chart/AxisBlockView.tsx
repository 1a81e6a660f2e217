import { Suspense, useContext, useMemo } from "react";
import { annotations } from "#texts/annotations";
import { charts as copy } from "#texts/blocks";
import { useMinimumMembers } from "../../../api/query";
import type { ViewBy } from "../../../generated/wire";
import { lazyComponent } from "../../../kit/lazy";
import { Select } from "../../../kit/Select";
import { PHONE } from "../../../kit/theme/widths";
import { useMedia } from "../../../kit/useMedia";
import { formatRange } from "../../../texts/format";
import { savedAnnotations } from "../../annotations/calls";
import { marksOf, writtenMarks } from "../../annotations/model";
import { windowLastYear } from "../../filters/comparison";
import { notesOf, useCounting } from "../../filters/counting";
import { GROUPINGS, OFFERED } from "../../filters/groupings";
import { useFittingTargets } from "../../targets/calls";
import { WaysContext } from "../../ways/ways";
import type { BarsBlock, LineBlock } from "../declaration";
import { addsUp } from "../figureInfo";
import type { BlockViewProps } from "../frame/blockViewProps";
import { Locked } from "../frame/locked";
import { OnlyThis } from "../frame/OnlyThis";
import { useBlock } from "../useBlocks";
import { ownFilter } from "../viewState";
import css from "./AxisBlockView.module.css";
import { axisModel, drawnFigures, targetLines, targetNotes } from "./axisModel";
import { Chart } from "./Chart";
import { ChartFrame, useDrawing } from "./ChartFrame";
import { Legend, useHiddenSeries } from "./Legend";
import { hasSlider, lineOption } from "./lineOptions";
import { ModelTable, modelRows } from "./ModelTable";
import { isEmptyModel, onlyLabel, withTargets } from "./models";
import { barOption, chartFigure } from "./options";
import { scalesOf } from "./scales";
import { spokenChart } from "./spokenChart";
import { useSlider } from "./useSlider";

const MarkList = lazyComponent(() => import("../../annotations/MarkList"));

const VIEW_OPTIONS: readonly { readonly value: ViewBy; readonly label: string }[] = [
  { value: "TOTALS", label: copy.totals },
  ...OFFERED.map((value) => ({ value, label: GROUPINGS[value].label })),
];

/** A chart with labels along the bottom: lines by period, or bars. */
export function AxisBlockView(props: BlockViewProps<LineBlock | BarsBlock>) {
  const { declaration, screen, colours, choice, onChoose, window, currency } = props;
  const { title, kind, items } = declaration;
  const isLine = kind === "line";
  const { timeScale, viewBy, asTable, only } = choice;
  const state = useBlock(screen, declaration, ownFilter(declaration, choice));
  const block = state.block;
  const isLocked = useContext(Locked);
  const ways = useContext(WaysContext);
  const offers = isLine && !isLocked;
  const leastMembers = useMinimumMembers();
  const counting = useCounting(screen.params);
  const phone = useMedia(PHONE);
  const drawing = useDrawing();
  const { theme, chart } = drawing;

  const figures = useMemo(() => drawnFigures(screen.call, declaration), [screen.call, declaration]);
  const unit = figures[0]?.unit ?? "count";
  const current = window ? formatRange(window.start, window.end) : (figures[0]?.label ?? "");
  // Whatever the filter compares with, the dashed line is of the same dates a year earlier: it has their name.
  const lastYear = window && windowLastYear(window);
  const previous = lastYear ? formatRange(lastYear.start, lastYear.end) : copy.lastYear;
  const fitting = useFittingTargets(isLine ? screen.params : null).data;
  const drawn = useMemo(() => {
    const all = block ? axisModel(block, declaration, figures, { current, previous, colours }) : null;
    return all && only !== "" ? onlyLabel(all, only) : all;
  }, [block, declaration, figures, current, previous, colours, only]);
  // Without targets it is the same model, which the chart is not drawn again for.
  const model = useMemo(
    () => (block && drawn ? withTargets(drawn, targetLines(block, figures, fitting)) : null),
    [block, drawn, figures, fitting],
  );

  const periods = block?.form === "periods" ? block.periods : undefined;
  const annotated = useMemo(
    () => figures.flatMap(({ metric, label }) => (metric === null ? [] : [{ metric, label }])),
    [figures],
  );
  const list = savedAnnotations.useList(isLine).data;
  const marks = useMemo(() => {
    const metrics = annotated.map(({ metric }) => metric);
    return marksOf(list, metrics, periods ?? []);
  }, [list, annotated, periods]);
  const remarks = writtenMarks(marks);

  const { hidden, toggle, showAll } = useHiddenSeries();
  const slider = useSlider(model?.labels.join() ?? "");
  const { opened } = slider;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart moves its slider itself; it is drawn with the slider's last position for another reason, or after its table.
  const option = useMemo(() => {
    if (!model) return null;
    const written = { unit, currency };
    if (declaration.kind === "bars") return barOption(model, written, theme, { phone, hidden });
    const { zoom, smooth, pointLabels, years } = declaration;
    const { range } = slider;
    const style = { zoom, wholeRange: opened.whole, range, smooth, pointLabels, years, hidden, marks };
    return lineOption(model, written, theme, style);
  }, [model, declaration, unit, currency, theme, phone, opened, hidden, marks, asTable]);

  /** The screen in one period of several, or what shows only what a bar is of. */
  const wayOf = (at: number) => {
    const period = periods?.[at];
    const name = model?.labels[at];
    if (items && name !== undefined) return only === "" ? (ways?.to([{ kind: items, name }]) ?? null) : null;
    return ways && period && periods.length > 1 ? ways.during(period) : null;
  };
  const isZoomed = isLine && model !== null && hasSlider(declaration.zoom, model.labels.length);
  const isCut = model !== null && model.available > model.series.length;
  const grouping = viewBy === "TOTALS" ? declaration.by : viewBy;
  const firstColumn = isLine ? copy.period : copy.name;
  const setView = (viewBy: ViewBy) => {
    // Hidden names of one grouping mean nothing in another.
    showAll();
    onChoose({ viewBy });
  };

  return (
    <ChartFrame
      view={props}
      state={state}
      drawing={drawing}
      isEmpty={!model || isEmptyModel(model)}
      notes={[
        ...(isCut ? [copy.largestDrawn(model.series.length, model.available)] : []),
        ...notesOf(grouping ? [grouping] : [], addsUp(unit), declaration.ofMoves ? null : counting),
        ...(block ? targetNotes(block, figures, fitting) : []),
        ...(only === "" ? [] : [copy.restOfAll]),
      ]}
      rows={() => (model ? modelRows(model, firstColumn, figures, currency, leastMembers) : [])}
      series={[
        ...(model?.series.filter((one) => !hidden.has(one.key)) ?? []),
        ...(model?.unfinished?.days.map((name) => ({ name, colour: "unfinished" as const })) ?? []),
      ]}
      pictureNotes={remarks}
      menu={{
        notes: offers ? { figures: annotated, day: periods?.at(-1)?.end ?? "" } : undefined,
        target: isLine ? annotated[0]?.metric : undefined,
        whole: isZoomed && !asTable ? { isWhole: slider.isWhole, toggle: slider.toggleWhole } : undefined,
      }}
      tools={
        isLine ? (
          offers && (
            <>
              {declaration.timeScale !== false && (
                <Select
                  label={copy.timeScale}
                  hideLabel
                  options={scalesOf(periods, timeScale, window)}
                  value={timeScale}
                  onChange={(next) => onChoose({ timeScale: next })}
                />
              )}
              {declaration.viewBy && (
                <Select label={copy.viewBy} options={VIEW_OPTIONS} value={viewBy} onChange={setView} />
              )}
            </>
          )
        ) : (
          <OnlyThis only={only} onChoose={onChoose} />
        )
      }
      above={
        model &&
        (isLine || model.series.length > 1 || model.series.some(({ hidden }) => hidden)) && (
          <div className={css.keys}>
            <Legend
              series={model.series}
              unfinished={model.unfinished?.days}
              theme={theme}
              hidden={hidden}
              onToggle={toggle}
            />
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
          wayOf={wayOf}
        />
      )}
      {model && option && !asTable && (
        <Chart
          option={option}
          aspect={declaration.aspect}
          font={theme.font}
          handle={chart}
          onZoom={slider.drag}
          onPoint={(at) => {
            const to = wayOf(at);
            if (to !== null) ways?.open(to);
          }}
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
