import { useId, useRef, useState } from "react";
import { parts } from "#texts/admin";
import { data as copy } from "#texts/data";
import { upload } from "../../../api/upload";
import type { LoadFault, SuggestAnswer } from "../../../generated/wire";
import { Button, Dialog } from "../../../kit";
import { DataTable } from "../../../kit/DataTable";
import { Field, TextArea } from "../../../kit/parts/Field";
import { FormFaults } from "../../../kit/parts/FormFaults";
import { type Form, useForm } from "../../../kit/useForm";
import { useOnce } from "../../../kit/useOnce";
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
export default function MappingDialog({ draft, onClose }: MappingDialogProps) {
  const id = useId();
  const change = useAdminCall();
  const { name, text, isNew } = draft ?? NOTHING;
  const form = useForm({
    from: { name, text },
    open: draft !== null,
    check: (mapping) => ({ name: NAME.test(mapping.name) ? null : copy.mappingNameHint }),
    save: (mapping) => change("PUT", `mappings/${mapping.name}`, { text: mapping.text }),
    saved: (mapping) => copy.savedToast(mapping.name),
    done: onClose,
  });
  return (
    <Dialog
      open={draft !== null}
      onClose={onClose}
      title={isNew ? copy.newMapping : copy.editOf(name)}
      size="lg"
      footer={
        <>
          <Button onClick={() => form.leave(onClose)}>{parts.cancel}</Button>
          <Button type="submit" form={id} variant="primary" aria-busy={form.isBusy}>
            {copy.save}
          </Button>
        </>
      }
    >
      {draft && (
        <form {...form.props} id={id} className={css.details}>
          <Field
            label={copy.mappingName}
            hint={copy.mappingNameHint}
            {...form.field("name")}
            disabled={!isNew}
          />
          <TextArea label={copy.mappingText} {...form.field("text")} rows={14} />
          <FormFaults of={form} isTight />
          <Trial form={form} proposed={draft.answer} />
        </form>
      )}
    </Dialog>
  );
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const NOTHING = { name: "", text: "", isNew: true };

type TrialProps = {
  readonly form: Form<{ readonly name: string; readonly text: string }>;
  readonly proposed: SuggestAnswer | null;
};

/** What the mapping makes of files. */
function Trial({ form, proposed }: TrialProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, once] = useOnce();
  const [answer, setAnswer] = useState(proposed);

  async function tryWith(files: FileList | null) {
    if (!files || files.length === 0) return;
    const body = new FormData();
    body.set("mapping", form.values.text);
    for (const file of files) body.append("files", file, file.name);
    try {
      const tried = await upload<SuggestAnswer>("api/v1/admin/loads/suggest", body);
      setAnswer(tried);
      form.refuse({ text: tried.faults.length > 0 ? tried.faults.map(faultText).join("\n") : null });
    } catch (failure) {
      form.fail(failure);
    }
  }

  return (
    <>
      <div className={css.buttons}>
        <Button size="sm" aria-busy={isBusy} onClick={() => input.current?.click()}>
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
      {answer && answer.refused.length > 0 && (
        <ul className={css.warnings}>
          {answer.refused.map((fault) => (
            <li key={faultText(fault)}>{faultText(fault)}</li>
          ))}
        </ul>
      )}
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
    </>
  );
}

function faultText({ file, line, column, text }: LoadFault): string {
  return [[file, line, column].filter((part) => part !== null && part !== "").join(":"), text].join(": ");
}
