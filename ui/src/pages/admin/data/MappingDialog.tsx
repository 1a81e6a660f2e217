import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { data as copy, parts } from "#texts/admin";
import { upload } from "../../../api/upload";
import type { LoadFault, SuggestAnswer } from "../../../generated/wire";
import { Button, Dialog, notify } from "../../../kit";
import { DataTable } from "../../../kit/DataTable";
import { messageOf } from "../../../kit/parts/errors";
import { Field, TextArea } from "../../../kit/parts/Field";
import { type Once, useOnce } from "../../../kit/useOnce";
import { useAdminCall } from "../useAdmin";
import css from "./data.module.css";

/** A mapping that is being written. */
export type Draft = {
  readonly name: string;
  readonly text: string;
  readonly isNew: boolean;
  /** What the server proposed, with the rows that it makes. */
  readonly answer: SuggestAnswer | null;
};

type MappingDialogProps = { readonly draft: Draft | null; readonly onClose: () => void };

/** Edits a mapping as text, and shows what it makes of a file. */
export function MappingDialog({ draft, onClose }: MappingDialogProps) {
  const form = useId();
  const [isBusy, once] = useOnce();
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      open={draft !== null}
      isDirty={isDirty}
      onClose={onClose}
      title={draft === null || draft.isNew ? copy.newMapping : copy.editOf(draft.name)}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" aria-busy={isBusy}>
            {copy.save}
          </Button>
        </>
      }
    >
      {draft && (
        <Editor
          key={`${draft.name} ${draft.text}`}
          form={form}
          draft={draft}
          once={once}
          onDirty={setDirty}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type EditorProps = {
  readonly form: string;
  readonly draft: Draft;
  /** Saves and tries one after the other. */
  readonly once: Once;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onClose: () => void;
};

function Editor({ form, draft, once, onDirty, onClose }: EditorProps) {
  const change = useAdminCall();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(draft.name);
  const [text, setText] = useState(draft.text);
  const [nameError, setNameError] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [answer, setAnswer] = useState(draft.answer);
  const isDirty = name !== draft.name || text !== draft.text;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  async function save() {
    const isName = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name);
    setNameError(isName ? null : copy.mappingNameHint);
    if (!isName) return;
    try {
      await change("PUT", `mappings/${name}`, { text });
      notify({ status: "success", message: copy.savedToast(name) });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  async function tryWith(files: FileList | null) {
    if (!files || files.length === 0) return;
    const body = new FormData();
    body.set("mapping", text);
    for (const file of files) body.append("files", file, file.name);
    try {
      const tried = await upload<SuggestAnswer>("api/v1/admin/loads/suggest", body);
      setAnswer(tried);
      setError(tried.faults.length > 0 ? tried.faults.map(faultText).join("\n") : null);
    } catch (failure) {
      setError(messageOf(failure));
    }
  }

  return (
    <form
      id={form}
      className={css.details}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void once(save);
      }}
      noValidate
    >
      <Field
        label={copy.mappingName}
        hint={copy.mappingNameHint}
        value={name}
        disabled={!draft.isNew}
        onChange={setName}
        error={nameError}
      />
      <TextArea label={copy.mappingText} value={text} onChange={setText} error={error} rows={14} />
      <div className={css.buttons}>
        <Button size="sm" onClick={() => input.current?.click()}>
          {copy.try}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={copy.try}
          onChange={(event) => {
            const { files } = event.target;
            void once(() => tryWith(files));
          }}
        />
      </div>
      {answer?.previews.map(({ file, table, columns, rows, faults }) => (
        <section key={`${file} ${table}`} className={css.part}>
          <h3>{copy.previewOf(file, table)}</h3>
          {faults.length > 0 && (
            <ul className={css.warnings}>
              {faults.map((fault) => (
                <li key={faultText(fault)}>{faultText(fault)}</li>
              ))}
            </ul>
          )}
          <DataTable
            caption={copy.previewOf(file, table)}
            columns={columns.map((title, at) => ({
              key: title,
              title,
              cell: ({ cells }: { cells: readonly string[] }) => cells[at] ?? "",
            }))}
            rows={rows.map((cells, at) => ({ cells, at }))}
            keyOf={({ at }) => at}
            empty={null}
          />
        </section>
      ))}
    </form>
  );
}

function faultText({ file, line, column, text }: LoadFault): string {
  return [[file, line, column].filter((part) => part !== null && part !== "").join(":"), text].join(": ");
}
