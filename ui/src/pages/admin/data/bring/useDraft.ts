import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, call } from "../../../../api/client";
import { upload } from "../../../../api/upload";
import type {
  DraftAnswer,
  LoadFault,
  LookAtDraft,
  MappingChange,
  SentDraft,
} from "../../../../generated/wire";
import { messageOf } from "../../../../kit/parts/errors";

const PATH = "api/v1/admin/loads/drafts";

/** A file that the server did not take, and why. */
export type Refused = { readonly name: string; readonly reason: string };

/** The files that are described, and what their mapping makes of them. */
export type Draft = {
  readonly id: string | null;
  readonly answer: DraftAnswer | null;
  /** What is wrong with the text, which the cards do not show then. */
  readonly faults: readonly LoadFault[];
  readonly refused: readonly Refused[];
  /** The file that is being sent, and how much of it is. */
  readonly sending: { readonly name: string; readonly share: number } | null;
  readonly isLooking: boolean;
  readonly error: string | null;
  send(files: readonly File[]): Promise<void>;
  change(change: MappingChange): void;
  look(body: LookAtDraft): void;
  /** What the files are after all changes so far; null while something is wrong with the text. */
  looked(): Promise<DraftAnswer | null>;
  /** Forgets a file that was refused. */
  forget(name: string): void;
  /** Removes the files from the server. */
  remove(): Promise<void>;
};

/**
 * A draft on the server.
 * @param id that of the address; null for a new one
 * @param onId receives the id of a new one, and null when it is gone
 */
export function useDraft(id: string | null, onId: (id: string | null) => void): Draft {
  const [answer, setAnswer] = useState<DraftAnswer | null>(null);
  const [faults, setFaults] = useState<readonly LoadFault[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [sending, setSending] = useState<Draft["sending"]>(null);
  const [looks, setLooks] = useState(0);
  const [error, setError] = useState<string | null>(null);
  // One after the other: each changes the text that the one before has left.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const text = useRef<string | null>(null);
  const latest = useRef<DraftAnswer | null>(null);
  const current = useRef(id);

  const look = useCallback(
    (body: LookAtDraft) => {
      const work = async () => {
        const draft = current.current;
        if (draft === null) return;
        const base = body.saved || body.anew || text.current === null ? {} : { mapping: text.current };
        try {
          latest.current = null;
          const next = await call("POST", `${PATH}/${draft}/look`, { ...base, ...body });
          setError(null);
          setFaults(next.faults);
          latest.current = next.faults.length > 0 ? null : next;
          if (next.faults.length > 0 && text.current !== null) return;
          text.current = next.mapping;
          setAnswer(next);
        } catch (failure) {
          setError(messageOf(failure));
          if (failure instanceof ApiError && failure.status === 404) {
            current.current = null;
            text.current = null;
            setAnswer(null);
            onId(null);
          }
        }
      };
      setLooks((count) => count + 1);
      queue.current = queue.current.then(work).finally(() => setLooks((count) => count - 1));
    },
    [onId],
  );

  // A draft that the address names, such as after a reload.
  useEffect(() => {
    if (id !== null && text.current === null) look({});
  }, [id, look]);

  async function send(files: readonly File[]) {
    const names = new Set(files.map(({ name }) => name));
    setRefused((all) => all.filter(({ name }) => !names.has(name)));
    let known: readonly string[] = answer?.cards.map(({ file }) => file) ?? [];
    const added: string[] = [];
    // One by one, so that one that is refused does not stop the others.
    for (const file of files) {
      setSending({ name: file.name, share: 0 });
      const form = new FormData();
      form.append("files", file, file.name);
      const path = current.current === null ? PATH : `${PATH}/${current.current}/files`;
      try {
        const onProgress = (share: number) => setSending({ name: file.name, share });
        const sent = await upload<SentDraft>(path, form, { onProgress });
        added.push(...sent.files.filter((name) => !known.includes(name)));
        known = sent.files;
        current.current = sent.id;
      } catch (failure) {
        const reason = messageOf(failure);
        setRefused((all) => [...all, { name: file.name, reason }]);
      }
    }
    setSending(null);
    if (current.current === null) return;
    look(text.current === null ? {} : { propose: added });
    onId(current.current);
  }

  async function remove() {
    const draft = current.current;
    try {
      if (draft !== null) await call("DELETE", `${PATH}/${draft}`, undefined);
    } catch (failure) {
      // They may be gone already.
      if (!(failure instanceof ApiError && failure.status === 404)) {
        setError(messageOf(failure));
        return;
      }
    }
    current.current = null;
    text.current = null;
    setAnswer(null);
    setFaults([]);
    setRefused([]);
    onId(null);
  }

  return {
    id,
    answer,
    faults,
    refused,
    sending,
    isLooking: looks > 0,
    error,
    send,
    look,
    looked: async () => {
      await queue.current;
      return latest.current;
    },
    change: (change) => look({ change }),
    forget: (name) => setRefused((all) => all.filter((one) => one.name !== name)),
    remove,
  };
}
