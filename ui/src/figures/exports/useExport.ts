import { useEffect, useRef, useState } from "react";
import { exportsCopy as copy } from "#texts/exports";
import { call, callForFile } from "../../api/client";
import { reasonOf } from "../../api/reason";
import type {
  DossierBody,
  ExportProgress,
  Extent,
  FilterParams,
  ScreensBody,
  Separator,
  TablesBody,
} from "../../generated/wire";
import { notify } from "../../kit";
import { fileName, saveFile } from "../blocks/frame/download";
import type { Window } from "../filters/dates";

/** The files that a screen can be taken along as: their form, and how much they have. */
const FILES = {
  workbook: { ending: "xlsx", extent: "screen" },
  pdf: { ending: "pdf", extent: "screen" },
  dossier: { ending: "html", extent: "screen" },
  tables: { ending: "zip", extent: "screen" },
  wholeWorkbook: { ending: "xlsx", extent: "dashboard" },
  wholePdf: { ending: "pdf", extent: "dashboard" },
  wholeDossier: { ending: "html", extent: "dashboard" },
  everything: { ending: "html", extent: "everything" },
} as const satisfies Record<string, { ending: string; extent: Extent }>;

export type FileKind = keyof typeof FILES;

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
  /** Whether a link can show it; it can by default. */
  readonly isShared?: boolean;
};

/** The same with what its figures leave out and their days, for the names of files. */
export type Exported = ExportedScreen & {
  readonly narrowing: readonly string[];
  readonly window: Window | null;
};

type Call = {
  readonly path: string;
  readonly body: ScreensBody | TablesBody | DossierBody;
};

/** The call for a file. */
export function callOf(
  { screen, params, dashboardParams }: Exported,
  kind: FileKind,
  separator: Separator,
): Call {
  const { ending, extent } = FILES[kind];
  const filter = extent === "screen" ? params : dashboardParams;
  const whole = extent !== "screen";
  switch (ending) {
    case "xlsx":
    case "pdf":
      return { path: `api/v1/export/${ending}`, body: { ...filter, screen, whole } };
    case "html":
      return { path: "api/v1/export/dossier", body: { ...filter, screen, extent } };
    case "zip":
      return { path: "api/v1/export/zip", body: { ...filter, screen, whole, separator, bom: true } };
  }
}

/** The name of a file. */
export function nameOf({ title, dashboardTitle, narrowing, window }: Exported, kind: FileKind): string {
  const { ending, extent } = FILES[kind];
  const named = { screen: title, dashboard: dashboardTitle, everything: copy.allDashboards };
  return fileName([named[extent], ...narrowing], window, ending);
}

/** The pause between two questions how far a file is, in milliseconds. */
const PAUSE = 700;

const NONE: ExportProgress = { done: 0, all: 0 };

/** Tells how far a file is until the signal aborts. */
function follow(number: number, signal: AbortSignal, onProgress: (progress: ExportProgress) => void): void {
  const path = `api/v1/export/progress/${number}` as const;
  const ask = async () => {
    try {
      onProgress(await call("GET", path, undefined, { signal }));
    } catch {
      // The file itself says what is wrong.
    }
    if (!signal.aborted) setTimeout(ask, PAUSE);
  };
  setTimeout(ask, PAUSE);
}

/** Makes and saves files of a screen, one at a time. Leaving the screen cancels the one in the making. */
export function useExport(exported: Exported) {
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState(NONE);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (kind: FileKind, separator: Separator) => {
    cancel();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setBusy(true);
    setProgress(NONE);
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const made = new AbortController();
    follow(number, made.signal, setProgress);
    try {
      const { path, body } = callOf(exported, kind, separator);
      saveFile(nameOf(exported, kind), await callForFile(path, body, signal, number));
    } catch (error) {
      if (!signal.aborted)
        notify({ status: "error", message: [copy.failed, reasonOf(error) ?? ""].join(" ").trimEnd() });
    } finally {
      made.abort();
      if (running.current === controller) setBusy(false);
    }
  };
  return { isBusy, progress, start, cancel };
}
