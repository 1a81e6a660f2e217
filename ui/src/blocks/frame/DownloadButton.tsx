import { Download } from "lucide-react";
import { blocks as copy } from "../../copy";
import { IconButton } from "../../kit/IconButton";
import type { BlockViewProps } from "./blockViewProps";
import { type Cell, toCsv } from "./csv";
import { fileName, saveCsv } from "./download";

/** What a file of a block is named by. */
export type FileOf = Pick<BlockViewProps, "declaration" | "filePrefix" | "window">;

/** The name of a file with the figures of a block. */
export function fileNameOf({ declaration, filePrefix, window }: FileOf, extension: string): string {
  return fileName([...filePrefix, declaration.title], window, extension);
}

/** Hands the figures of a block to the reader. */
export function saveRows(view: FileOf, rows: readonly (readonly Cell[])[]): void {
  saveCsv(fileNameOf(view, "csv"), toCsv(rows));
}

/** Properties of {@link DownloadButton}. */
export type DownloadButtonProps = {
  /** The title of the block. */
  readonly title: string;
  readonly format: "csv" | "png";
  readonly disabled: boolean;
  onClick(): void;
};

/** Downloads what a block shows. */
export function DownloadButton({ title, format, disabled, onClick }: DownloadButtonProps) {
  return (
    <IconButton
      label={copy.toolOf(format === "csv" ? copy.downloadCsv : copy.downloadPng, title)}
      icon={<Download />}
      disabled={disabled}
      onClick={onClick}
    />
  );
}
