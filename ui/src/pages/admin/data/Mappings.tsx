import { FileSearch, Plus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { parts } from "#texts/admin";
import { data as copy } from "#texts/data";
import { call } from "../../../api/client";
import { upload } from "../../../api/upload";
import type { SavedMapping, SuggestAnswer } from "../../../generated/wire";
import { Button, notify } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { EmptyState } from "../../../kit/EmptyState";
import { lazyComponent, useLoaded } from "../../../kit/lazy";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { notifyFailure } from "../../../kit/parts/errors";
import { Panel } from "../../../kit/parts/Panel";
import { formatTime } from "../../../kit/parts/time";
import { useDoing } from "../../../kit/useDoing";
import { useAdminCall } from "../useAdmin";
import type { Draft } from "./MappingDialog";

// It is opened seldom, and at once.
const MappingDialog = lazyComponent(() => import("./MappingDialog"));

type MappingsProps = { readonly mappings: readonly SavedMapping[]; readonly mayChange: boolean };

/** The saved mappings: add, propose from a file, edit, remove. */
export function Mappings({ mappings, mayChange }: MappingsProps) {
  const change = useAdminCall();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const isReady = useLoaded(MappingDialog);
  const { isBusy, run } = useDoing(notifyFailure);
  const [removed, setRemoved] = useState<string | null>(null);

  async function edit(name: string) {
    const { text } = await call("GET", `api/v1/admin/mappings/${name}`, undefined);
    setDraft({ name, text, isNew: false, answer: null });
  }

  async function suggest(files: FileList | null) {
    if (!files || files.length === 0) return;
    const form = new FormData();
    for (const file of files) form.append("files", file, file.name);
    const answer = await upload<SuggestAnswer>("api/v1/admin/loads/suggest", form);
    setDraft({ name: "", text: answer.mapping, isNew: true, answer });
  }

  const columns: readonly Column<SavedMapping>[] = [
    { key: "name", title: copy.name, cell: ({ name }) => name },
    { key: "saved", title: copy.saved, isExtra: true, cell: ({ savedAt }) => formatTime(savedAt) },
    { key: "by", title: copy.by, isExtra: true, cell: ({ savedBy }) => savedBy ?? parts.commandLine },
    {
      key: "actions",
      title: parts.actions,
      isActions: true,
      cell: ({ name }) =>
        mayChange && (
          <>
            <Button
              size="sm"
              variant="ghost"
              aria-label={copy.editOf(name)}
              aria-busy={isBusy}
              onClick={() => void run(() => edit(name))}
            >
              {copy.edit}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={copy.deleteOf(name)}
              onClick={() => setRemoved(name)}
            >
              {copy.delete}
            </Button>
          </>
        ),
    },
  ];
  return (
    <Panel
      title={copy.mappingsTitle}
      detail={copy.mappingsDetail}
      actions={
        mayChange && (
          <>
            <Button
              size="sm"
              icon={<FileSearch aria-hidden="true" />}
              aria-busy={isBusy}
              onClick={() => input.current?.click()}
            >
              {copy.suggest}
            </Button>
            <Button
              size="sm"
              icon={<Plus aria-hidden="true" />}
              onClick={() => setDraft({ name: "", text: "", isNew: true, answer: null })}
            >
              {copy.addMapping}
            </Button>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label={copy.suggest}
              onChange={(event) => {
                const { files } = event.target;
                void run(() => suggest(files));
              }}
            />
          </>
        )
      }
    >
      <DataTable
        caption={copy.mappingsTitle}
        columns={columns}
        rows={mappings}
        keyOf={({ name }) => name}
        empty={<EmptyState title={copy.noMappings} detail={copy.noMappingsHint} />}
      />
      {isReady && (
        <Suspense>
          <MappingDialog draft={draft} onClose={() => setDraft(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={copy.deleteTitle(removed ?? "")}
        action={copy.delete}
        onConfirm={async () => {
          await change("DELETE", `mappings/${removed}`, undefined);
          notify({ status: "success", message: copy.removedToast(removed ?? "") });
        }}
      >
        <p>{copy.deleteText}</p>
      </ConfirmDialog>
    </Panel>
  );
}
