import { Download } from "lucide-react";
import { useContext } from "react";
import { charts as copy } from "#texts/blocks";
import { IconButton } from "../../../kit/IconButton";
import type { BlockViewProps } from "./blockViewProps";
import { type Cell, toCsv } from "./csv";
import { fileName, saveCsv } from "./download";
import { Locked } from "./locked";

/** The parts of the name of a block's file. */
export type FileOf = Pick<BlockViewProps, "declaration" | "filePrefix" | "window">;

/** The name of a file with the figures of a block. */
export function fileNameOf({ declaration, filePrefix, window }: FileOf, extension: string): string {
  return fileName([...filePrefix, declaration.title], window, extension);
}

/** Saves the figures of a block as a file. */
export function saveRows(view: FileOf, rows: readonly (readonly Cell[])[]): void {
  saveCsv(fileNameOf(view, "csv"), toCsv(rows));
}

export type DownloadButtonProps = {
  /** The title of the block. */
  readonly title: string;
  readonly format: "csv" | "png";
  readonly disabled: boolean;
  onClick(): void;
};

/** Downloads the content of a block, where files may be taken along. */
export function DownloadButton({ title, format, disabled, onClick }: DownloadButtonProps) {
  if (useContext(Locked)) return null;
  return (
    <IconButton
      label={copy.toolOf(format === "csv" ? copy.downloadCsv : copy.downloadPng, title)}
      icon={<Download />}
      disabled={disabled}
      onClick={onClick}
    />
  );
}
