import { type ComponentProps, type ComponentType, useEffect, useRef, useState } from "react";
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
import type { BlockDeclaration } from "../blocks/declaration";
import { fileName, saveFile } from "../blocks/frame/download";
import type { Window } from "../filters/dates";

/** How much a file has. */
export const EXTENTS = ["screen", "dashboard", "everything"] as const satisfies readonly Extent[];

const ENDINGS = ["xlsx", "pdf", "html", "zip"] as const;

/** The form of a file, by the end of its name. */
export type Ending = (typeof ENDINGS)[number];

/** The forms that a file of this extent can have. */
export const endingsOf = (extent: Extent): readonly Ending[] =>
  extent === "everything" ? ["html"] : ENDINGS;

/** A file that a screen can be taken along as. */
export type FileKind = { readonly extent: Extent; readonly ending: Ending };

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
  /** Its blocks, where tables and lists of it can compare. */
  readonly blocks?: readonly BlockDeclaration[];
  /** Whether a link can show it; it can by default. */
  readonly isShared?: boolean;
};

/** What a button opens: it is drawn with the button, and may be open at once. */
export type OpenedProps = ExportedScreen & {
  readonly Trigger: ComponentType<ComponentProps<"button">>;
  readonly startsOpen: boolean;
};

/** The same with the blocks that compare, and with what its figures leave out and their days, for the names of files. */
export type Exported = ExportedScreen & {
  readonly compared: string[];
  readonly narrowing: readonly string[];
  readonly window: Window | null;
};

type Call = {
  readonly path: string;
  readonly body: ScreensBody | TablesBody | DossierBody;
};

/** The call for a file. */
export function callOf(
  { screen, params, dashboardParams, compared }: Exported,
  { extent, ending }: FileKind,
  separator: Separator,
): Call {
  const filter = { ...(extent === "screen" ? params : dashboardParams), compared };
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
export function nameOf(
  { title, dashboardTitle, narrowing, window }: Exported,
  { extent, ending }: FileKind,
): string {
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
