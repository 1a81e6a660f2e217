import { FileUp } from "lucide-react";
import { Suspense, useCallback, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { data } from "#texts/data";
import { DRAFT_PARAM, NEW_DRAFT as NEW } from "../../../api/paths";
import type { Pull } from "../../../generated/wire";
import { Button, Skeleton } from "../../../kit";
import { lazyComponent } from "../../../kit/lazy";
import { LoadedList, PAGE } from "../../../kit/parts/LoadedList";
import { Panel } from "../../../kit/parts/Panel";
import { useAdmin } from "../useAdmin";
import { Drafts } from "./Drafts";
import { LoadedTables } from "./LoadedTables";
import { LoadsTable } from "./LoadsTable";
import { isOver } from "./loads";
import { Mappings } from "./Mappings";
import { RunningLoads } from "./RunningLoads";
import { UploadPanel } from "./UploadPanel";

/** How often running loads are asked for. */
const SOON = 1000;
/** How often a quiet page looks for loads that others begin. */
const LATER = 15_000;

// It is a screen of its own, in the place of the others.
const Bring = lazyComponent(() => import("./bring/Bring"));
// Most programs are asked for nothing.
const Pulls = lazyComponent(() => import("./Pulls"));
// It is needed when a member asks.
const MemberPanel = lazyComponent(() => import("./MemberPanel"));
const LoadDialog = lazyComponent(() => import("./LoadDialog"));
// Most programs have data, and nothing left to do.
const BesideUpload = lazyComponent(() => import("../../start/BesideUpload"));

/** Loads, what is loaded, and mappings; or the files that are being described. */
export function DataPage({ mayChange }: { readonly mayChange: boolean }) {
  const [search, setSearch] = useSearchParams();
  // Files that were refused, to be described.
  const [handed, setHanded] = useState<readonly File[]>([]);
  const draft = search.get(DRAFT_PARAM);
  const onId = useCallback(
    (id: string | null) => {
      setHanded([]);
      setSearch({ [DRAFT_PARAM]: id ?? NEW }, { replace: true });
    },
    [setSearch],
  );
  if (draft === null || !mayChange)
    return (
      <Overview
        mayChange={mayChange}
        onBring={(files) => {
          setHanded(files);
          setSearch({ [DRAFT_PARAM]: NEW });
        }}
        onDraft={(id) => setSearch({ [DRAFT_PARAM]: id })}
      />
    );
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <Bring id={draft === NEW ? null : draft} first={handed} onId={onId} onBack={() => setSearch({})} />
    </Suspense>
  );
}

/** Whether a system is being asked or is due, or its load has not ended. */
const isBusy = ({ isRunning, nextAt, runs: [last] }: Pull) =>
  isRunning ||
  (nextAt !== null && nextAt * 1000 <= Date.now()) ||
  (last?.state && !isOver({ state: last.state }));

type OverviewProps = {
  readonly mayChange: boolean;
  /** Opens the page that describes files, with these. */
  readonly onBring: (files: readonly File[]) => void;
  /** Opens it with files that were sent before. */
  readonly onDraft: (id: string) => void;
};

function Overview({ mayChange, onBring, onDraft }: OverviewProps) {
  const [offset, setOffset] = useState(0);
  // Undefined until the details of a load are first opened.
  const [shown, setShown] = useState<number | null>();
  const newest = useAdmin("loads?limit=20", {
    again: (list) => (list?.loads.some((load) => !isOver(load)) ? SOON : LATER),
  });
  const loads = useAdmin(`loads?offset=${offset}&limit=${PAGE}`, {
    keepsLast: true,
    again: (list) => (list?.loads.some((load) => !isOver(load)) ? SOON : LATER),
  });
  const running = newest.data?.loads.filter((load) => !isOver(load)) ?? [];
  // The calendar changes when a load ends.
  const loaded = useAdmin("data", { again: () => (running.length > 0 ? 3 * SOON : 4 * LATER) });
  const mappings = useAdmin("mappings");
  const pulls = useAdmin("pulls", {
    again: (list) => (list?.pulls.some(isBusy) ? SOON : LATER),
  });
  return (
    <>
      {mayChange && (
        <Panel
          title={data.bringTitle}
          detail={data.bringDetail}
          actions={
            <Button variant="primary" icon={<FileUp aria-hidden="true" />} onClick={() => onBring([])}>
              {data.bringTitle}
            </Button>
          }
        >
          <Drafts onOpen={onDraft} />
        </Panel>
      )}
      {mayChange && (
        <Suspense>
          <BesideUpload isRunning={running.length > 0} />
        </Suspense>
      )}
      {mayChange && (
        <UploadPanel
          mappings={mappings.data?.mappings ?? []}
          newest={newest.data?.loads[0]}
          onBring={onBring}
        />
      )}
      <RunningLoads loads={running} mayChange={mayChange} />
      {pulls.data && pulls.data.pulls.length > 0 && (
        <Suspense>
          <Pulls pulls={pulls.data.pulls} onShow={setShown} mayChange={mayChange} />
        </Suspense>
      )}
      <LoadedList of={loads}>
        {(list) => (
          <LoadsTable
            list={list}
            newest={newest.data?.loads ?? []}
            offset={offset}
            onOffset={setOffset}
            onShow={setShown}
            mayChange={mayChange}
          />
        )}
      </LoadedList>
      <LoadedList of={loaded}>{(data) => <LoadedTables data={data} />}</LoadedList>
      <LoadedList of={mappings}>
        {(list) => <Mappings mappings={list.mappings} mayChange={mayChange} />}
      </LoadedList>
      {mayChange && (
        <Suspense>
          <MemberPanel />
        </Suspense>
      )}
      {shown !== undefined && (
        <Suspense>
          <LoadDialog id={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
