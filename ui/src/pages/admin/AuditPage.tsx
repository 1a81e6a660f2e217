import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { audit as copy } from "#texts/admin";
import { settings } from "#texts/settings";
import { callForFile } from "../../api/client";
import { saveFile } from "../../figures/blocks/frame/download";
import type { AuditLine } from "../../generated/wire";
import { Button } from "../../kit";
import { Checkbox } from "../../kit/Checkbox";
import { type Column, DataTable } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import { notifyFailure } from "../../kit/parts/errors";
import { Choice, Field } from "../../kit/parts/Field";
import { LoadedList, PAGE } from "../../kit/parts/LoadedList";
import { Pager } from "../../kit/parts/Pager";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { Pill } from "../../kit/parts/Pill";
import { formatExactTime, formatTime } from "../../kit/parts/time";
import { useOnce } from "../../kit/useOnce";
import css from "./Admin.module.css";
import { useAdmin } from "./useAdmin";

/** The event of a receipt that was given out alone: whoever copies many of them would hide the rest of the log. */
const RECEIPT = "receipt_issued";

const NONE = { who: "", what: "", text: "", from: "", to: "", receipts: false };

/** The parameters of a filter; empty parts are left out. */
function parametersOf({ receipts, ...filter }: typeof NONE): URLSearchParams {
  const but = receipts || filter.what === RECEIPT ? "" : RECEIPT;
  return new URLSearchParams(Object.entries({ ...filter, but }).filter(([, value]) => value.trim() !== ""));
}

/** An event in words; one of another version of Bond by its name. */
const labelOf = (event: string) => copy.events[event] ?? event.replaceAll("_", " ");

/** What a line is of: a setting by its label, anything else as it is written. */
const subjectOf = ({ event, subject }: AuditLine) =>
  (event === "setting_changed" && settings.labels[subject ?? ""]) || (subject ?? "");

const COLUMNS: readonly Column<AuditLine>[] = [
  {
    key: "at",
    title: copy.time,
    cell: ({ at }) => (
      <time className={css.time} title={formatExactTime(at)}>
        {formatTime(at)}
      </time>
    ),
  },
  {
    key: "event",
    title: copy.event,
    cell: ({ event }) => <span className={css.event}>{labelOf(event)}</span>,
  },
  {
    key: "actor",
    title: copy.who,
    cell: ({ actor }) => <span className={css.who}>{actor ?? copy.nobody}</span>,
  },
  { key: "subject", title: copy.subject, isExtra: true, cell: subjectOf },
  { key: "detail", title: copy.detail, isExtra: true, cell: ({ detail }) => detail ?? "" },
  {
    key: "address",
    title: copy.address,
    isExtra: true,
    cell: ({ address }) => (address === null ? "" : <span className={css.address}>{address}</span>),
  },
  { key: "line", title: copy.line, isExtra: true, isNumber: true, cell: ({ line }) => line },
];

/** The audit log: filters, pages, a file, and whether its chain is unbroken. */
export function AuditPage() {
  const [draft, setDraft] = useState(NONE);
  const [filter, setFilter] = useState(NONE);
  const [offset, setOffset] = useState(0);
  const [isSaving, once] = useOnce();
  const parameters = parametersOf(filter);
  const part = new URLSearchParams([...parameters, ["offset", `${offset}`], ["limit", `${PAGE}`]]);
  const page = useAdmin(`audit?${part}`, { keepsLast: true });
  const events = page.data?.events ?? [];
  const set = (part: "who" | "what" | "text" | "from" | "to") => (value: string) =>
    setDraft({ ...draft, [part]: value });

  function show(chosen: typeof NONE) {
    setDraft(chosen);
    setFilter(chosen);
    setOffset(0);
  }

  async function save() {
    try {
      saveFile("bond-audit.csv", await callForFile(`api/v1/admin/audit/file?${parameters}`));
    } catch (failure) {
      notifyFailure(failure);
    }
    // That it was saved is a line.
    void page.refetch();
  }

  return (
    <>
      <ChainPanel />
      <Panel
        title={copy.title}
        detail={copy.about}
        actions={
          <Button
            size="sm"
            icon={<Download aria-hidden="true" />}
            aria-busy={isSaving}
            onClick={() => void once(save)}
          >
            {copy.save}
          </Button>
        }
      >
        <PanelBody>
          <form
            className={css.filters}
            aria-label={copy.filter}
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              show(draft);
            }}
          >
            <Field label={copy.who} value={draft.who} onChange={set("who")} maxLength={200} />
            <Choice
              label={copy.event}
              value={draft.what}
              onChange={set("what")}
              options={[
                { value: "", label: copy.anyEvent },
                ...events.map((event) => ({ value: event, label: labelOf(event) })),
              ]}
            />
            <Field label={copy.text} value={draft.text} onChange={set("text")} maxLength={200} />
            <Field type="date" label={copy.from} value={draft.from} onChange={set("from")} />
            <Field type="date" label={copy.to} value={draft.to} onChange={set("to")} />
            <Checkbox
              label={copy.receipts}
              checked={draft.receipts || draft.what === RECEIPT}
              disabled={draft.what === RECEIPT}
              onChange={(receipts) => setDraft({ ...draft, receipts })}
            />
            <div className={css.filterButtons}>
              <Button type="submit" variant="primary">
                {copy.show}
              </Button>
              <Button onClick={() => show(NONE)}>{copy.clear}</Button>
            </div>
          </form>
        </PanelBody>
        <LoadedList of={page}>
          {({ lines, total }) => (
            <>
              <DataTable
                caption={copy.title}
                columns={COLUMNS}
                rows={lines}
                keyOf={({ line }) => line}
                empty={<EmptyState title={copy.none} detail={copy.noneHint} />}
                hasMore
              />
              <Pager offset={offset} size={PAGE} total={total} onChange={setOffset} />
            </>
          )}
        </LoadedList>
      </Panel>
    </>
  );
}

function ChainPanel() {
  const chain = useAdmin("audit/chain");
  return (
    <Panel title={copy.chainTitle} detail={copy.chainAbout}>
      <PanelBody>
        <LoadedList of={chain}>
          {({ fault, lines, redacted, head }) => (
            <div className={css.chain} role="status">
              <Pill tone={fault === null ? "good" : "bad"}>
                {fault === null ? copy.unbroken : copy.broken}
              </Pill>
              <p>{fault ?? copy.linesOf(lines, redacted)}</p>
              {head && (
                <p className={css.quiet}>
                  {copy.head} <code>{head}</code>
                </p>
              )}
            </div>
          )}
        </LoadedList>
      </PanelBody>
    </Panel>
  );
}
