import { useState } from "react";
import { parts } from "#texts/admin";
import { data as loads } from "#texts/data";
import { pulls as copy } from "#texts/pulls";
import type { Pull, PullRun } from "../../../generated/wire";
import { Button, notify } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { notifyFailure } from "../../../kit/parts/errors";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { Pill, type Tone } from "../../../kit/parts/Pill";
import { formatBytes, formatTime } from "../../../kit/parts/time";
import { useDoing } from "../../../kit/useDoing";
import { formatDate } from "../../../texts/format";
import { useAdminCall } from "../useAdmin";
import css from "./data.module.css";

type PullsProps = {
  readonly pulls: readonly Pull[];
  /** Opens the details of a load. */
  readonly onShow: (id: number) => void;
  readonly mayChange: boolean;
};

/** How a run went, in a word or two. */
function outcome({ endedAt, fault, load, state }: PullRun): { readonly text: string; readonly tone: Tone } {
  if (fault !== null) return { text: copy.failed, tone: "bad" };
  if (endedAt === null) return { text: copy.running, tone: "busy" };
  if (load === null) return { text: copy.nothingNew, tone: "plain" };
  if (state === "refused" || state === "failed") return { text: loads.states[state], tone: "bad" };
  return { text: state === null ? copy.queued(load) : loads.states[state], tone: "good" };
}

/** The systems that Bond asks for data: how it went, when it is asked next, run now, try the connection. */
export default function Pulls({ pulls, onShow, mayChange }: PullsProps) {
  // What trying a connection said, by the name of the system.
  const [tried, setTried] = useState<Readonly<Record<string, string>>>({});
  const columns: readonly Column<Pull>[] = [
    {
      key: "name",
      title: copy.name,
      cell: ({ name, kind, place }) => (
        <>
          <strong>{name}</strong>
          <div className={css.hint}>
            {copy.kinds[kind] ?? kind}, {place}
          </div>
        </>
      ),
    },
    { key: "state", title: copy.state, cell: (pull) => <State pull={pull} onShow={onShow} /> },
    {
      key: "last",
      title: copy.last,
      isExtra: true,
      cell: ({ runs: [last] }) => (last ? formatTime(last.beganAt) : copy.never),
    },
    {
      key: "next",
      title: copy.next,
      isExtra: true,
      cell: ({ nextAt }) => (nextAt === null ? copy.onDemand : formatTime(nextAt)),
    },
    ...(mayChange
      ? [
          {
            key: "actions",
            title: parts.actions,
            isExtra: true,
            isActions: true,
            cell: (pull: Pull) => (
              <Actions pull={pull} onTried={(said) => setTried({ ...tried, [pull.name]: said })} />
            ),
          },
        ]
      : []),
  ];
  // What is new of each: a connection that was tried, and why it was not asked.
  const said = pulls.flatMap(({ name, runs: [last] }) =>
    [tried[name], last?.fault].flatMap((text) => (text ? [{ name, text }] : [])),
  );
  return (
    <Panel title={copy.title} detail={copy.detail}>
      <DataTable
        caption={copy.title}
        columns={columns}
        rows={pulls}
        keyOf={({ name }) => name}
        empty={null}
        hasMore
      />
      {said.length > 0 && (
        <PanelBody>
          <div role="status" className={css.said}>
            {said.map(({ name, text }) => (
              <p key={`${name} ${text}`}>
                <strong>{name}</strong>: {text}
              </p>
            ))}
          </div>
        </PanelBody>
      )}
    </Panel>
  );
}

function State({
  pull: { runs, isRunning },
  onShow,
}: {
  readonly pull: Pull;
  readonly onShow: PullsProps["onShow"];
}) {
  const last = runs[0];
  if (isRunning) return <Pill tone="busy">{copy.running}</Pill>;
  if (!last) return <>{copy.never}</>;
  const { text, tone } = outcome(last);
  const { load, since, until } = last;
  return (
    <>
      <Pill tone={tone}>{text}</Pill>
      {load !== null && (
        <Button size="sm" variant="ghost" aria-label={loads.detailsOf(load)} onClick={() => onShow(load)}>
          {copy.queued(load)}
        </Button>
      )}
      <div className={css.hint}>
        {since !== null && until !== null && copy.days(formatDate(since), formatDate(until))}{" "}
        {last.bytes ? formatBytes(last.bytes) : ""}
      </div>
    </>
  );
}

type ActionsProps = { readonly pull: Pull; readonly onTried: (said: string) => void };

function Actions({ pull: { name, isRunning }, onTried }: ActionsProps) {
  const change = useAdminCall();
  const { isBusy, run } = useDoing(notifyFailure);

  async function ask() {
    await change("POST", `pulls/${name}/run`, { check: false });
    notify({ status: "info", message: copy.asked(name) });
  }

  async function attempt() {
    const { said, fault } = await change("POST", `pulls/${name}/try`, undefined);
    onTried(fault ?? said ?? "");
  }

  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={copy.attemptOf(name)}
        aria-busy={isBusy}
        onClick={() => void run(attempt)}
      >
        {copy.attempt}
      </Button>
      <Button
        size="sm"
        aria-label={copy.runOf(name)}
        aria-busy={isBusy}
        disabled={isRunning}
        onClick={() => void run(ask)}
      >
        {copy.run}
      </Button>
    </>
  );
}
