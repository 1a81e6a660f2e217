import { Check, NotebookPen, Undo2 } from "lucide-react";
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { insights } from "#texts/insights";
import { mayChange, useSession } from "../../api/session";
import type { InsightNote } from "../../generated/wire";
import { Button, notify } from "../../kit";
import { useDoing } from "../../kit/useSaving";
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
  const [text, setText] = useState<string | null>(null);
  const { isBusy, run } = useDoing(sayFailed);
  const opener = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  // The form that had the focus is gone.
  useLayoutEffect(() => {
    const isDone = wasWriting.current && text === null;
    wasWriting.current = text !== null;
    if (isDone && document.activeElement === document.body) opener.current?.focus();
  }, [text]);
  const write = (dismissed: boolean, note: string) =>
    void run(async () => {
      await save({ key: of, dismissed, note, shared });
      setText(null);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    write(false, text?.trim() ?? "");
  };
  if (text !== null) {
    return (
      <form
        className={css.form}
        onSubmit={submit}
        onKeyDown={({ key, nativeEvent }) => {
          // Escape that ends the composition of a character is no answer.
          if (key === "Escape" && !nativeEvent.isComposing) setText(null);
        }}
      >
        <label htmlFor={id} className="sr-only">
          {copy.text}
        </label>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone.
          autoFocus
          value={text}
          maxLength={LONGEST}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="sm" aria-busy={isBusy}>
          {copy.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setText(null)}>
          {copy.cancel}
        </Button>
        <WhoSees />
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
        onClick={() => write(true, note)}
      >
        {copy.dismiss}
      </Button>
      <Button
        ref={opener}
        variant="ghost"
        size="sm"
        icon={<NotebookPen size={16} aria-hidden="true" />}
        aria-label={copy.noteOf(sentence)}
        onClick={() => setText(note)}
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
