import { useEffect, useRef, useState } from "react";
import { callForFile } from "../api/client";
import type { FilterParams, Separator, TablesParams, WorkbookParams } from "../api/generated/wire";
import { reasonOf } from "../api/reason";
import { fileName, saveFile } from "../blocks/frame/download";
import type { Window } from "../filters/dates";
import { notify } from "../kit";
import { exportsCopy as copy } from "./copy";

/** A file that a screen can be taken along as. */
export type FileKind = "workbook" | "whole" | "tables";

/** A screen that files are made of. */
export type ExportedScreen = {
  /** The path of its call. */
  readonly screen: string;
  /** Its title, and that of its dashboard. */
  readonly title: string;
  readonly dashboardTitle: string;
  /** Its filter, and the one that its dashboard has. */
  readonly params: FilterParams;
  readonly dashboardParams: FilterParams;
};

/** The same with what its figures leave out and their days, for the names of files. */
export type Exported = ExportedScreen & {
  readonly narrowing: readonly string[];
  readonly window: Window | null;
};

type Call = { readonly path: string; readonly body: FilterParams & (WorkbookParams | TablesParams) };

/** The call for a file. */
export function callOf(
  { screen, params, dashboardParams }: Exported,
  kind: FileKind,
  separator: Separator,
): Call {
  switch (kind) {
    case "workbook":
      return { path: "api/v1/export/xlsx", body: { ...params, screen, whole: false } };
    case "whole":
      return { path: "api/v1/export/xlsx", body: { ...dashboardParams, screen, whole: true } };
    case "tables":
      return { path: "api/v1/export/zip", body: { ...params, screen, whole: false, separator, bom: true } };
  }
}

/** The name of a file. */
export function nameOf({ title, dashboardTitle, narrowing, window }: Exported, kind: FileKind): string {
  const titles = [kind === "whole" ? dashboardTitle : title, ...narrowing];
  return fileName(titles, window, kind === "tables" ? "zip" : "xlsx");
}

/** Makes and saves files of a screen, one at a time. Leaving the screen cancels the one in the making. */
export function useExport(exported: Exported) {
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (kind: FileKind, separator: Separator) => {
    cancel();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const { path, body } = callOf(exported, kind, separator);
      saveFile(nameOf(exported, kind), await callForFile(path, body, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted)
        notify({ status: "error", message: [copy.failed, reasonOf(error) ?? ""].join(" ").trimEnd() });
    } finally {
      if (running.current === controller) setBusy(false);
    }
  };
  return { isBusy, start, cancel };
}
