import { Check, NotebookPen, Undo2 } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { insights } from "#texts/insights";
import { mayChange, useSession } from "../../api/session";
import type { InsightNote } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { FormFaults } from "../../kit/parts/FormFaults";
import { TextInput } from "../../kit/parts/TextInput";
import { useDoing } from "../../kit/useDoing";
import { useForm } from "../../kit/useForm";
import { LOCALE } from "../../texts/language";
import { useSaveNote } from "./calls";
import css from "./insights.module.css";
import { allOf, NOTHING_SAID, type Notes, type Said } from "./lookedAt";

const copy = insights.looked;

/** The longest note that the server takes. */
const LONGEST = 400;

/** Whether what the user says is for everybody; of whoever may only read, it is for the user alone. */
const useSaysForAll = () => useSession(({ user }) => mayChange(user, "INSIGHTS"));

/** Who will see what the user dismisses and notes. */
export function WhoSees() {
  return <p className={css.small}>{useSaysForAll() ? copy.forAll : copy.forYou}</p>;
}

/** What was noted of something, and by whom. */
export function NotesAbout({ said }: { readonly said: Said }) {
  return allOf(said)
    .filter(({ note }) => note !== "")
    .map(({ shared, login, note }) => (
      <p key={String(shared)} className={css.note}>
        {note} <span className={css.small}>{shared ? copy.notedBy(login) : copy.onlyYou}</span>
      </p>
    ));
}

const sayFailed = () => notify({ status: "error", message: copy.failed });

type NoteToolsProps = {
  /** The key of what is noted. */
  readonly of: string;
  readonly sentence: string;
  readonly said: Said;
};

/** Says that something was looked at, and writes a note about it. */
export function NoteTools({ of, sentence, said }: NoteToolsProps) {
  const id = useId();
  const save = useSaveNote();
  const shared = useSaysForAll();
  const note = (shared ? said.shared : said.own)?.note ?? "";
  const [isWriting, setWriting] = useState(false);
  const { isBusy, run } = useDoing(sayFailed);
  const write = (dismissed: boolean, note: string) => save({ key: of, dismissed, note, shared });
  const close = () => setWriting(false);
  const form = useForm({
    from: { note },
    open: isWriting,
    save: (written) => write(false, written.note.trim()),
    done: close,
  });
  const opener = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  // The form that had the focus is gone.
  useLayoutEffect(() => {
    const isDone = wasWriting.current && !isWriting;
    wasWriting.current = isWriting;
    if (isDone && document.activeElement === document.body) opener.current?.focus();
  }, [isWriting]);
  if (isWriting) {
    return (
      <form
        {...form.props}
        className={css.form}
        onKeyDown={(event) => {
          // Escape that ends the composition of a character is no answer.
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          // Else the browser closes the question that is opened here.
          event.preventDefault();
          form.leave(close);
        }}
      >
        <label htmlFor={id} className="sr-only">
          {copy.text}
        </label>
        <TextInput
          {...form.field("note")}
          id={id}
          // The button that was pressed is gone.
          autoFocus
          maxLength={LONGEST}
        />
        <Button type="submit" size="sm" aria-busy={form.isBusy}>
          {copy.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => form.leave(close)}>
          {copy.cancel}
        </Button>
        <WhoSees />
        <FormFaults of={form} isTight />
      </form>
    );
  }
  return (
    <p className={css.tools}>
      <Button
        variant="ghost"
        size="sm"
        icon={<Check size={16} aria-hidden="true" />}
        aria-label={copy.dismissOf(sentence)}
        aria-busy={isBusy}
        onClick={() => void run(() => write(true, note))}
      >
        {copy.dismiss}
      </Button>
      <Button
        ref={opener}
        variant="ghost"
        size="sm"
        icon={<NotebookPen size={16} aria-hidden="true" />}
        aria-label={copy.noteOf(sentence)}
        onClick={() => setWriting(true)}
      >
        {copy.note}
      </Button>
    </p>
  );
}

type LookedAtProps = {
  readonly items: readonly { readonly key: string; readonly sentence: string }[];
  readonly notes: Notes;
};

/** What was looked at, by whom and when, and who sees that. */
export function LookedAt({ items, notes }: LookedAtProps) {
  if (items.length === 0) return null;
  return (
    <div className={css.looked}>
      <h3>{copy.title}</h3>
      <ul>
        {items.map(({ key, sentence }) => {
          const said = notes.get(key) ?? NOTHING_SAID;
          return (
            <li key={key}>
              <p>{sentence}</p>
              <NotesAbout said={said} />
              {allOf(said)
                .filter(({ dismissed }) => dismissed)
                .map((note) => (
                  <Dismissed key={String(note.shared)} note={note} sentence={sentence} />
                ))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type DismissedProps = { readonly note: InsightNote; readonly sentence: string };

/** Who looked at something, with a button that shows it again: what is for everybody, to whom may say it for everybody. */
function Dismissed({ note: { key, shared, login, at, note }, sentence }: DismissedProps) {
  const save = useSaveNote();
  const saysForAll = useSaysForAll();
  const { isBusy, run } = useDoing(sayFailed);
  const time = when.format(at * 1000);
  return (
    <p className={css.facts}>
      <span>{shared ? copy.by(login, time) : copy.byYou(time)}</span>
      {(saysForAll || !shared) && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Undo2 size={16} aria-hidden="true" />}
          aria-label={copy.restoreOf(sentence)}
          aria-busy={isBusy}
          onClick={() => void run(() => save({ key, dismissed: false, note, shared }))}
        >
          {copy.restore}
        </Button>
      )}
    </p>
  );
}

const when = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
