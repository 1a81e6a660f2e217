import { type FormEvent, useId, useState } from "react";
import { annotations as copy } from "#texts/annotations";
import { failureText } from "../../api/reason";
import { mayChange, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import { Button } from "../../kit/Button";
import { Checkbox } from "../../kit/Checkbox";
import { DatePicker } from "../../kit/DatePicker";
import { Select } from "../../kit/Select";
import { useSaving } from "../../kit/useSaving";
import css from "./annotations.module.css";
import { savedAnnotations } from "./calls";

/** The longest text that the server takes. */
const LONGEST_TEXT = 200;

/** A figure that can be annotated. */
export type AnnotatedFigure = { readonly metric: string; readonly label: string };

export type AnnotationFormProps = {
  /** The figures that the chart draws, as far as they have an id. */
  readonly figures: readonly AnnotatedFigure[];
  /** The first day that is offered, such as the last one of the chart. */
  readonly day: string;
  readonly onDone: () => void;
};

const ALL = "";

/** A form that saves an annotation. */
export default function AnnotationForm({ figures, day, onDone }: AnnotationFormProps) {
  const textId = useId();
  const errorId = useId();
  const { add } = savedAnnotations.useChanges();
  const [starts, setStarts] = useState(day);
  const [ends, setEnds] = useState(day);
  const [text, setText] = useState("");
  const [metric, setMetric] = useState<string>(figures[0]?.metric ?? ALL);
  const [isShared, setShared] = useState(false);
  const { error, setError, isBusy, save } = useSaving((failure) => failureText(failure, copy.failed));
  const module = metric === ALL ? "MONITOR" : moduleOfFigure(metric);
  const mayShare = useSession(({ user }) => mayChange(user, module));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    if (starts === "" || ends < starts) {
      setError(copy.datesWrong);
      return;
    }
    void save(async () => {
      await add({ starts, ends, text, metric: metric === ALL ? null : metric, shared: mayShare && isShared });
      onDone();
    }, copy.saved);
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <div className={css.dates}>
        <DatePicker
          label={copy.starts}
          value={starts}
          onChange={(next) => {
            setStarts(next);
            if (ends < next) setEnds(next);
          }}
        />
        <DatePicker label={copy.ends} value={ends} min={starts} onChange={setEnds} />
      </div>
      <div className={css.field}>
        <label htmlFor={textId}>{copy.text}</label>
        <input
          id={textId}
          className={css.input}
          value={text}
          maxLength={LONGEST_TEXT}
          autoComplete="off"
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : errorId}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {figures.length > 0 && (
        <div>
          <Select
            label={copy.of}
            options={[
              ...figures.map(({ metric, label }) => ({ value: metric, label: copy.ofFigure(label) })),
              { value: ALL, label: copy.ofAll },
            ]}
            value={metric}
            onChange={setMetric}
          />
        </div>
      )}
      {mayShare && <Checkbox checked={isShared} label={copy.share} onChange={setShared} />}
      <div role="alert" className={css.fault}>
        {error !== null && <p id={errorId}>{error}</p>}
      </div>
      <div>
        <Button type="submit" variant="primary" disabled={text.trim() === ""} aria-busy={isBusy}>
          {copy.save}
        </Button>
      </div>
    </form>
  );
}
