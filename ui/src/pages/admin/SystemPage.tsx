import { system as copy } from "#texts/admin";
import { mayChange, useSession } from "../../api/session";
import type { SystemCheck, SystemConnection } from "../../generated/wire";
import { Button } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import { Fact, Facts } from "../../kit/parts/Facts";
import { LoadedList } from "../../kit/parts/LoadedList";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Pill, type Tone } from "../../kit/parts/Pill";
import { formatBytes, formatSpan, formatTime, inPageForm } from "../../kit/parts/time";
import { formatNumber } from "../../texts/format";
import css from "./Admin.module.css";
import { useAdmin } from "./useAdmin";
import { WebhookSecretPanel } from "./WebhookSecretPanel";

const TONES: Readonly<Record<string, Tone>> = { ok: "good", note: "warning", problem: "bad" };

const bytes = (number: number | null) => (number === null ? copy.unknown : formatBytes(number));

/** How the server does: version, memory, disk, and what `bond doctor` finds. */
export function SystemPage() {
  const system = useAdmin("system");
  const mayAdminister = useSession(({ user }) => mayChange(user, "ADMIN"));
  return (
    <LoadedList of={system}>
      {(answer) => (
        <>
          <Panel title={copy.serverTitle}>
            <PanelBody>
              <Facts>
                <Fact term={copy.version}>{`Bond ${answer.version}`}</Fact>
                <Fact term={copy.running}>
                  {copy.since(formatSpan(answer.now - answer.startedAt), formatTime(answer.startedAt))}
                </Fact>
                <Fact term={copy.dataVersion}>{formatNumber(answer.dataVersion, { inFull: true })}</Fact>
                <Fact term={copy.timeZone}>{answer.timeZone ?? copy.unknown}</Fact>
                {answer.dataTimeZone && <Fact term={copy.dataTimeZone}>{answer.dataTimeZone}</Fact>}
                <Fact term={copy.memory}>
                  {copy.of(bytes(answer.memoryBytes), bytes(answer.memoryLimitBytes))}
                </Fact>
                <Fact term={copy.free}>{bytes(answer.freeBytes)}</Fact>
                <Fact term={copy.dataDir}>{answer.dataDir}</Fact>
              </Facts>
            </PanelBody>
          </Panel>
          <Panel
            title={copy.checksTitle}
            detail={copy.checksAbout}
            actions={
              <Button size="sm" aria-busy={system.isFetching} onClick={() => void system.refetch()}>
                {copy.again}
              </Button>
            }
          >
            <DataTable<SystemCheck>
              caption={copy.checksTitle}
              columns={[
                { key: "check", title: copy.check, cell: ({ check }) => copy.checks[check] ?? check },
                {
                  key: "level",
                  title: copy.level,
                  cell: ({ level }) => (
                    <Pill tone={TONES[level] ?? "plain"}>{copy.levels[level] ?? level}</Pill>
                  ),
                },
                {
                  key: "text",
                  title: copy.finding,
                  cell: ({ text, todo }) => (
                    <>
                      {inPageForm(text)}
                      {todo && <p className={css.todo}>{todo}</p>}
                    </>
                  ),
                },
              ]}
              rows={answer.checks}
              keyOf={({ check }) => check}
              empty={null}
            />
          </Panel>
          <Panel
            title={copy.connectionsTitle}
            detail={answer.noEgress ? copy.connectionsForbidden : copy.connectionsAbout}
          >
            <DataTable<SystemConnection>
              caption={copy.connectionsTitle}
              columns={[
                {
                  key: "purpose",
                  title: copy.purpose,
                  cell: ({ purpose }) => copy.purposes[purpose] ?? purpose,
                },
                { key: "peer", title: copy.peer, cell: ({ peer }) => peer },
                { key: "firstAt", title: copy.first, cell: ({ firstAt }) => formatTime(firstAt) },
                { key: "lastAt", title: copy.last, cell: ({ lastAt }) => formatTime(lastAt) },
                {
                  key: "tries",
                  title: copy.tries,
                  isNumber: true,
                  cell: ({ tries }) => formatNumber(tries, { inFull: true }),
                },
                {
                  key: "failures",
                  title: copy.failures,
                  isNumber: true,
                  cell: ({ failures }) => formatNumber(failures, { inFull: true }),
                },
                { key: "lastFailure", title: copy.lastFailure, cell: ({ lastFailure }) => lastFailure ?? "" },
              ]}
              rows={answer.connections}
              keyOf={({ purpose, peer }) => `${purpose} ${peer}`}
              empty={
                <PanelBody>
                  <p>{copy.noConnections}</p>
                </PanelBody>
              }
            />
          </Panel>
          {mayAdminister && <WebhookSecretPanel />}
          <Panel title={copy.spaceTitle}>
            <DataTable
              caption={copy.spaceTitle}
              columns={[
                { key: "name", title: copy.name, cell: ({ name }) => name },
                {
                  key: "bytes",
                  title: copy.size,
                  isNumber: true,
                  cell: (folder) => formatBytes(folder.bytes),
                },
              ]}
              rows={answer.folders}
              keyOf={({ name }) => name}
              empty={null}
            />
          </Panel>
          <Panel title={copy.licencesTitle}>
            <PanelBody>
              <p>{copy.licences}</p>
            </PanelBody>
          </Panel>
        </>
      )}
    </LoadedList>
  );
}
