import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { annotations as copy } from "#texts/annotations";
import { mayChange, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import type { AnnotationAnswer } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { IconButton } from "../../kit/IconButton";
import { RemovalButtons } from "../../kit/parts/RemovalButtons";
import { notify } from "../../kit/toasts";
import { useDoing } from "../../kit/useDoing";
import { formatRange } from "../../texts/format";
import css from "./annotations.module.css";
import { savedAnnotations } from "./calls";
import type { Mark, Remark } from "./model";

/** As many remarks as are listed at once: the latest. */
const LISTED = 8;

export type MarkListProps = {
  /** The title of the chart. */
  readonly title: string;
  readonly marks: readonly Mark[];
};

/** The remarks on a chart, with the numbers of their marks. */
export default function MarkList({ title, marks }: MarkListProps) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const all = marks.flatMap(({ number, remarks }) => remarks.map((remark) => ({ number, remark })));
  const left = isWhole ? 0 : Math.max(0, all.length - LISTED);
  return (
    <section className={css.marks} aria-label={copy.title(title)}>
      {left > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
          {copy.more(left)}
        </Button>
      )}
      <ul ref={list} tabIndex={-1} className={css.list}>
        {all.slice(left).map(({ number, remark }) => (
          <Line key={remark.key} number={number} remark={remark} onDone={() => list.current?.focus()} />
        ))}
      </ul>
    </section>
  );
}

type LineProps = { readonly number: number; readonly remark: Remark; readonly onDone: () => void };

function Line({ number, remark, onDone }: LineProps) {
  const { starts, ends, text, saved } = remark;
  return (
    <li className={css.remark}>
      <span className={css.number} aria-hidden="true">
        {number}
      </span>
      <span className={css.text}>
        <span className={css.days}>{formatRange(starts, ends)}</span> {text}
        {saved && <span className={css.who}> · {whose(saved)}</span>}
      </span>
      {saved && <Removal saved={saved} onDone={onDone} />}
    </li>
  );
}

function whose({ isOwn, shared, login }: AnnotationAnswer): string {
  if (!isOwn) return copy.sharedBy(login);
  return shared ? copy.shared : copy.own;
}

type RemovalProps = { readonly saved: AnnotationAnswer; readonly onDone: () => void };

function Removal({ saved, onDone }: RemovalProps) {
  const { id, text, metric, isOwn } = saved;
  const module = metric === null ? "MONITOR" : moduleOfFigure(metric);
  const mayRemove = useSession(({ user }) => isOwn || mayChange(user, module));
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useDoing(() => notify({ status: "error", message: copy.failedToRemove }));
  const { remove } = savedAnnotations.useChanges();
  if (!mayRemove) return null;
  if (!isAsked)
    return (
      <IconButton
        noTooltip
        className={css.remove}
        label={copy.removeOf(text)}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsked(true)}
      />
    );
  const removeIt = async () => {
    await remove(id);
    onDone();
  };
  return (
    <span className={css.question}>
      {copy.question}
      <RemovalButtons
        remove={copy.remove}
        cancel={copy.cancel}
        isBusy={isBusy}
        onRemove={() => void run(removeIt, copy.removed)}
        onCancel={() => setAsked(false)}
      />
    </span>
  );
}
