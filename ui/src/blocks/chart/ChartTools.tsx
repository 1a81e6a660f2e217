import { ChartLine, Download, Table2 } from "lucide-react";
import type { RefObject } from "react";
import { blocks as copy } from "../../copy";
import type { Window } from "../../filters/dates";
import { formatRange } from "../../format";
import { IconButton } from "../../kit/IconButton";
import type { ChartTheme } from "../../theme/chart";
import type { BlockViewProps } from "../frame/blockViewProps";
import { type Cell, toCsv } from "../frame/csv";
import { fileName, saveCsv, saveFile } from "../frame/download";
import type { ChartHandle } from "./engineProps";
import type { Series } from "./models";
import { chartPicture } from "./png";

/** Properties of {@link ChartTools}. */
export type ChartToolsProps = {
  /** As {@link BlockViewProps} has it. */
  readonly filePrefix: BlockViewProps["filePrefix"];
  readonly title: string;
  readonly window: Window | null;
  readonly asTable: boolean;
  onAsTable(asTable: boolean): void;
  readonly chart: RefObject<ChartHandle | null>;
  /** The chart's figures, for the file of its table. */
  rows(): Cell[][];
  /** What the picture's legend names. */
  readonly series: readonly Pick<Series, "name" | "colour">[];
  readonly theme: ChartTheme;
  readonly disabled: boolean;
};

/** The tools of every chart: its figures as a table, and a download of what is shown. */
export function ChartTools(props: ChartToolsProps) {
  const { filePrefix, title, window, asTable, onAsTable, chart, rows, series, theme, disabled } = props;
  const nameOf = (extension: string) => fileName([...filePrefix, title], window, extension);
  const saveTable = () => saveCsv(nameOf("csv"), toCsv(rows()));
  const savePicture = async () => {
    const canvas = chart.current?.toCanvas(theme.surface);
    if (!canvas) return;
    const subtitle = window ? formatRange(window.start, window.end) : "";
    const picture = await chartPicture(canvas, { title, subtitle, series }, theme);
    if (picture) saveFile(nameOf("png"), picture);
  };
  const view = asTable ? copy.asChart : copy.asTable;
  const download = asTable ? copy.downloadCsv : copy.downloadPng;
  return (
    <span>
      <IconButton
        label={copy.toolOf(view, title)}
        icon={asTable ? <ChartLine /> : <Table2 />}
        disabled={disabled}
        onClick={() => onAsTable(!asTable)}
      />
      <IconButton
        label={copy.toolOf(download, title)}
        icon={<Download />}
        disabled={disabled}
        onClick={asTable ? saveTable : () => void savePicture()}
      />
    </span>
  );
}
