import { useMemo } from "react";
import { chartTheme, useTheme } from "../../../kit/theme";
import type { ChartTheme } from "../../../kit/theme/chart";
import { Chart } from "./Chart";
import { Legend, useHiddenSeries } from "./Legend";
import { lineOption } from "./lineOptions";
import type { AxisModel } from "./models";
import type { ChartOption, Figures } from "./options";

type LineChartProps = Figures & {
  readonly model: AxisModel;
  readonly height: number;
  /** The description for screen readers; it may depend on the keys of the series that the reader has hidden. */
  readonly label: string | ((hidden: ReadonlySet<string>) => string);
  /** Changes the option. Always the same function, or the chart is drawn again. */
  readonly adjust?: (option: ChartOption, theme: ChartTheme) => ChartOption;
};

/** Lines under their legend. */
export function LineChart({ model, unit, currency, height, label, adjust }: LineChartProps) {
  const { theme: name } = useTheme();
  const theme = chartTheme(name);
  const { hidden, toggle } = useHiddenSeries();
  const option = useMemo(() => {
    const lines = lineOption(model, { unit, currency }, theme, { hidden });
    return adjust ? adjust(lines, theme) : lines;
  }, [model, unit, currency, theme, hidden, adjust]);
  return (
    <>
      <Legend series={model.series} theme={theme} hidden={hidden} onToggle={toggle} />
      <Chart
        option={option}
        height={height}
        font={theme.font}
        label={typeof label === "string" ? label : label(hidden)}
      />
    </>
  );
}
