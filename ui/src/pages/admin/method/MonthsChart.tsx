import { useCallback, useId, useMemo } from "react";
import { method as copy } from "#texts/method";
import { LineChart } from "../../../figures/blocks/chart/LineChart";
import type { ChartOption } from "../../../figures/blocks/chart/options";
import { formatPoints } from "../../../figures/score/describeScore";
import type { MethodEffect, MethodVersion } from "../../../generated/wire";
import { DataTable } from "../../../kit/DataTable";
import { Fold } from "../../../kit/Fold";
import { formatTime } from "../../../kit/parts/time";
import type { ChartTheme } from "../../../kit/theme/chart";
import { formatDate } from "../../../texts/format";
import css from "./method.module.css";
import { chartOf, daysOf, type Mark, marksOf } from "./model";

type MonthsChartProps = {
  readonly effect: MethodEffect;
  readonly published: string;
  readonly versions: readonly MethodVersion[];
};

/** The score at the ends of months by both methods, with a mark where a version began. */
export function MonthsChart({ effect, published, versions }: MonthsChartProps) {
  const title = useId();
  const model = useMemo(
    () => chartOf(effect, { published: copy.byPublished(published), draft: copy.byDraft }),
    [effect, published],
  );
  const marks = useMemo(() => marksOf(versions, daysOf(effect)), [versions, effect]);
  const withMarks = useCallback(
    (option: ChartOption, theme: ChartTheme) => marked(option, marks, theme),
    [marks],
  );
  const began = versions.filter(({ name: one }) => marks.some((mark) => mark.name === one));
  return (
    <section className={css.chart} aria-labelledby={title}>
      <h3 id={title}>{copy.monthsTitle}</h3>
      <LineChart
        model={model}
        unit="decimal"
        currency="USD"
        height={280}
        label={copy.monthsLabel(published)}
        adjust={withMarks}
      />
      {began.length > 0 && (
        <p className={css.quiet}>
          {began.map(({ name: one, published: how }) => (
            <span key={one}>{copy.beganAt(one, formatTime(how?.at))} </span>
          ))}
          {copy.oneLine}
        </p>
      )}
      <Fold title={copy.asTable}>
        <DataTable
          caption={copy.monthsTitle}
          inset
          columns={[
            { key: "month", title: copy.month, cell: ({ day }) => formatDate(day) },
            {
              key: "published",
              title: copy.byPublished(published),
              isNumber: true,
              cell: (month) => formatPoints(month.published),
            },
            {
              key: "drafted",
              title: copy.byDraft,
              isNumber: true,
              cell: ({ drafted }) => formatPoints(drafted),
            },
          ]}
          rows={effect.months}
          keyOf={({ day }) => day}
          empty={null}
        />
      </Fold>
    </section>
  );
}

/** With a mark on the axis where each version began. */
function marked(option: ChartOption, marks: readonly Mark[], theme: ChartTheme): ChartOption {
  if (marks.length === 0) return option;
  const [yAxis] = [option.yAxis].flat();
  const names = new Map<number, string>();
  for (const { name, at } of marks) names.set(at, [names.get(at), name].filter(Boolean).join(", "));
  const last = Math.max(...marks.map(({ at }) => at));
  const series = [option.series ?? []].flat();
  const bottom = typeof yAxis?.min === "number" ? yAxis.min : 0;
  return {
    ...option,
    series: [
      ...series,
      {
        type: "line",
        name: copy.began,
        silent: true,
        tooltip: { show: false },
        showSymbol: true,
        showAllSymbol: true,
        symbol: "triangle",
        symbolSize: 10,
        lineStyle: { opacity: 0 },
        itemStyle: { color: theme.ink },
        z: 5,
        data: Array.from({ length: last + 1 }, (_, at) => {
          const name = names.get(at);
          if (name === undefined) return null;
          return {
            value: bottom,
            label: {
              show: true,
              formatter: name,
              // At the right edge a centred name would be cut off.
              position: "top" as const,
              align: "right" as const,
              color: theme.ink,
              fontFamily: theme.font,
              textBorderColor: theme.surface,
              textBorderWidth: 3,
            },
          };
        }),
      },
    ],
  };
}
