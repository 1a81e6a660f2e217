import { type ReactNode, type RefObject, useRef } from "react";
import { chartTheme, useTheme } from "../../../kit/theme";
import type { ChartTheme } from "../../../kit/theme/chart";
import { formatRange } from "../../../texts/format";
import { BlockFrame, type BlockFrameProps } from "../frame/BlockFrame";
import type { BlockViewProps } from "../frame/blockViewProps";
import type { Cell } from "../frame/csv";
import { fileNameOf, saveRows } from "../frame/DownloadButton";
import { saveFile } from "../frame/download";
import { ChartMenu } from "./ChartMenu";
import type { ChartHandle } from "./engineProps";
import type { ChartMenuProps } from "./MoreButton";
import { chartPicture, type PictureText } from "./png";

/** The theme and handle of a chart. */
export type Drawing = { readonly theme: ChartTheme; readonly chart: RefObject<ChartHandle | null> };

/** The theme of a chart, and the handle for taking its picture. */
export function useDrawing(): Drawing {
  const chart = useRef<ChartHandle>(null);
  const { theme } = useTheme();
  return { theme: chartTheme(theme), chart };
}

export type ChartFrameProps = Pick<BlockFrameProps, "state" | "above" | "isEmpty" | "notes"> & {
  readonly view: BlockViewProps;
  readonly drawing: Drawing;
  /** The block's own filter. */
  readonly tools?: ReactNode;
  /** The chart's figures, for the file of its table. */
  rows(): Cell[][];
  /** The legend of the saved picture. */
  readonly series: PictureText["series"];
  /** Further lines of the saved picture. */
  readonly pictureNotes?: PictureText["lines"];
  /** What its menu has beside the table and the file. */
  readonly menu?: Pick<ChartMenuProps, "notes" | "target" | "whole">;
  /** Whether there is a chart to take a picture of; true unless given. */
  readonly isDrawn?: boolean;
  readonly children: ReactNode;
};

/** The frame of a chart. It can show the figures as a table, and downloads what it shows. */
export function ChartFrame(props: ChartFrameProps) {
  const { view, drawing, tools, rows, series, isEmpty, children, ...others } = props;
  const { pictureNotes = [], isDrawn = true, menu, ...rest } = others;
  const { declaration, choice, onChoose, window } = view;
  const { title } = declaration;
  const { asTable } = choice;
  const format = asTable || !isDrawn ? "csv" : "png";
  const savePicture = async () => {
    const canvas = drawing.chart.current?.toCanvas(drawing.theme.surface);
    if (!canvas) return;
    const lines = [...(window ? [formatRange(window.start, window.end)] : []), ...pictureNotes];
    const picture = await chartPicture(canvas, { title, lines, series }, drawing.theme);
    if (picture) saveFile(fileNameOf(view, "png"), picture);
  };
  return (
    <BlockFrame
      {...rest}
      view={view}
      isEmpty={isEmpty}
      tools={
        <>
          {tools}
          <ChartMenu
            {...menu}
            title={title}
            asTable={asTable}
            format={format}
            isEmpty={isEmpty}
            onTable={() => onChoose({ asTable: !asTable })}
            onSave={format === "csv" ? () => saveRows(view, rows()) : () => void savePicture()}
          />
        </>
      }
    >
      {children}
    </BlockFrame>
  );
}
