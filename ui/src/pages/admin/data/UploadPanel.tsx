import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { data as copy } from "#texts/data";
import { upload } from "../../../api/upload";
import type { AcceptedLoad, Load, SavedMapping } from "../../../generated/wire";
import { Button, IconButton, notify } from "../../../kit";
import { Checkbox } from "../../../kit/Checkbox";
import { DatePicker } from "../../../kit/DatePicker";
import { lazyComponent } from "../../../kit/lazy";
import { messageOf } from "../../../kit/parts/errors";
import { Field } from "../../../kit/parts/Field";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { Progress } from "../../../kit/parts/Progress";
import { formatBytes } from "../../../kit/parts/time";
import { Select } from "../../../kit/Select";
import { followLoad } from "../../start/follow";
import { useAdmin } from "../useAdmin";
import { DropArea } from "./DropArea";
import css from "./data.module.css";
import { isOver, LONGEST_SOURCE, lacksNewTimeZone } from "./loads";

// Most files are taken.
const Refusal = lazyComponent(() => import("../../start/Refusal"));

type UploadPanelProps = {
  readonly mappings: readonly SavedMapping[];
  /** The last load. */
  readonly newest: Load | undefined;
  /** Describes files that are no feed files. */
  readonly onBring: (files: readonly File[]) => void;
};

/** Files to load, by drag and drop or chosen, and how. */
export function UploadPanel({ mappings, newest, onBring }: UploadPanelProps) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [mapping, setMapping] = useState("");
  const [source, setSource] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [mayShrink, setMayShrink] = useState(false);
  const [isNewZone, setNewZone] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  // The load of the files, until it has ended well.
  const [asked, setAsked] = useState<{ id: number; names: ReadonlySet<string> } | null>(null);
  const { data: details } = useAdmin(`loads/${asked?.id ?? 0}`, {
    enabled: asked !== null,
    again: (answer) => (answer && isOver(answer.load) ? false : 500),
  });
  const ended = asked && details && isOver(details.load) ? details.load : null;
  const isRefused = ended?.state === "refused" || ended?.state === "failed";
  const days = useRef<HTMLFieldSetElement>(null);
  const sending = useRef<AbortController | null>(null);

  // What is loaded leaves the list; what was refused stays, with its reason.
  useEffect(() => {
    if (!asked || ended?.state !== "published") return;
    setFiles((files) => files.filter(({ name }) => !asked.names.has(name)));
    setAsked(null);
  }, [asked, ended]);

  function clearDays() {
    setFrom("");
    setTo("");
  }

  function add(added: readonly File[]) {
    setError(null);
    setAsked(null);
    const names = new Set(added.map(({ name }) => name));
    setFiles((files) => [...files.filter(({ name }) => !names.has(name)), ...added]);
  }

  async function send(check: boolean) {
    if (files.length === 0) {
      setError(copy.nothingChosen);
      return;
    }
    const form = new FormData();
    if (from !== "" || to !== "") form.set("days", `${from || to}..${to || from}`);
    if (mapping !== "") form.set("mapping", mapping);
    if (source.trim() !== "") form.set("source", source.trim());
    form.set("allowShrink", String(mayShrink));
    if (isNewZone) form.set("newTimeZone", "true");
    form.set("check", String(check));
    for (const file of files) form.append("files", file, file.name);
    sending.current = new AbortController();
    setSent(0);
    setError(null);
    setAsked(null);
    try {
      const { signal } = sending.current;
      const { id } = await upload<AcceptedLoad>("api/v1/admin/loads", form, { signal, onProgress: setSent });
      followLoad(id);
      setAsked({ id, names: new Set(files.map(({ name }) => name)) });
      // After a check the same files are usually loaded.
      if (check) return;
      // They were said of these files; the next ones would lose rows by them, or count twice.
      clearDays();
      setSource("");
      setMayShrink(false);
      setNewZone(false);
    } catch (failure) {
      if (!(failure instanceof DOMException)) setError(messageOf(failure));
    } finally {
      setSent(null);
      void client.invalidateQueries({ queryKey: ["api/v1/admin"] });
    }
  }

  return (
    <Panel title={copy.uploadTitle} detail={copy.uploadDetail}>
      <PanelBody>
        <DropArea text={copy.drop} onFiles={add} />
        {files.length > 0 && (
          <ul className={css.files} aria-label={copy.chosen}>
            {files.map((file) => (
              <li key={file.name}>
                <span className={css.fileName}>{file.name}</span>
                <span className={css.quiet}>{formatBytes(file.size)}</span>
                <IconButton
                  label={copy.remove(file.name)}
                  icon={<X aria-hidden="true" />}
                  onClick={() => setFiles(files.filter((other) => other !== file))}
                />
              </li>
            ))}
          </ul>
        )}
        <div className={css.options}>
          <Select
            label={copy.mapping}
            value={mapping}
            onChange={setMapping}
            options={[
              { value: "", label: copy.noMapping },
              ...mappings.map(({ name }) => ({ value: name, label: name })),
            ]}
          />
          <Field
            label={copy.source}
            hint={copy.sourceHint}
            value={source}
            onChange={setSource}
            maxLength={LONGEST_SOURCE}
          />
          <fieldset ref={days} className={css.days}>
            <legend>{copy.days}</legend>
            <DatePicker label={copy.fromDay} value={from} onChange={setFrom} {...(to ? { max: to } : {})} />
            <DatePicker label={copy.toDay} value={to} onChange={setTo} {...(from ? { min: from } : {})} />
            {(from !== "" || to !== "") && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  clearDays();
                  // The button is gone.
                  days.current?.querySelector("button")?.focus();
                }}
              >
                {copy.clearDays}
              </Button>
            )}
            <p className={css.quiet}>{copy.daysHint}</p>
          </fieldset>
          <Checkbox checked={mayShrink} onChange={setMayShrink} label={copy.allowShrink} />
          {(isNewZone || (newest && lacksNewTimeZone(newest))) && (
            <Checkbox checked={isNewZone} onChange={setNewZone} label={copy.newTimeZone} />
          )}
        </div>
        <div role="alert">
          {error && <p className={css.error}>{error}</p>}
          {isRefused && (
            <Suspense>
              <Refusal load={ended} onBring={() => onBring(files)} />
            </Suspense>
          )}
        </div>
        {sent === null ? (
          <div className={css.buttons}>
            <Button variant="primary" onClick={() => void send(false)}>
              {copy.load}
            </Button>
            <Button onClick={() => void send(true)}>{copy.check}</Button>
          </div>
        ) : (
          <>
            <Progress label={copy.sending} share={sent} />
            <div className={css.buttons}>
              <Button
                onClick={() => {
                  sending.current?.abort();
                  notify({ status: "info", message: copy.stopSending });
                }}
              >
                {copy.stopSending}
              </Button>
            </div>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
