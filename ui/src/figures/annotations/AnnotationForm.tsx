import { useId } from "react";
import { annotations as copy } from "#texts/annotations";
import { mayChange, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import { Button } from "../../kit/Button";
import { Checkbox } from "../../kit/Checkbox";
import { DatePicker } from "../../kit/DatePicker";
import { FormFaults } from "../../kit/parts/FormFaults";
import { TextInput } from "../../kit/parts/TextInput";
import { Select } from "../../kit/Select";
import { useForm } from "../../kit/useForm";
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
export function AnnotationForm({ figures, day, onDone }: AnnotationFormProps) {
  const textId = useId();
  const { add } = savedAnnotations.useChanges();
  const user = useSession((session) => session.user);
  const mayShare = (of: string) => mayChange(user, of === ALL ? "MONITOR" : moduleOfFigure(of));
  const form = useForm({
    from: { starts: day, ends: day, text: "", metric: figures[0]?.metric ?? ALL, shared: false },
    check: ({ starts, ends }) => ({ ends: starts === "" || ends < starts ? copy.datesWrong : null }),
    save: (values) =>
      add({
        ...values,
        metric: values.metric === ALL ? null : values.metric,
        shared: mayShare(values.metric) && values.shared,
      }),
    saved: copy.saved,
    done: onDone,
  });
  const { starts, ends, text, metric, shared } = form.values;
  return (
    <form {...form.props} className={css.form}>
      <div className={css.dates}>
        <DatePicker
          label={copy.starts}
          {...form.field("starts")}
          onChange={(next) => form.set(ends < next ? { starts: next, ends: next } : { starts: next })}
        />
        <DatePicker label={copy.ends} min={starts} {...form.field("ends")} />
      </div>
      <div className={css.field}>
        <label htmlFor={textId}>{copy.text}</label>
        <TextInput {...form.field("text")} id={textId} className={css.input} maxLength={LONGEST_TEXT} />
      </div>
      {figures.length > 0 && (
        <div>
          <Select
            label={copy.of}
            options={[
              ...figures.map(({ metric, label }) => ({ value: metric, label: copy.ofFigure(label) })),
              { value: ALL, label: copy.ofAll },
            ]}
            {...form.field("metric")}
          />
        </div>
      )}
      {mayShare(metric) && (
        <Checkbox checked={shared} label={copy.share} onChange={(next) => form.set({ shared: next })} />
      )}
      <FormFaults of={form} isTight />
      <div>
        <Button type="submit" variant="primary" disabled={text.trim() === ""} aria-busy={form.isBusy}>
          {copy.save}
        </Button>
      </div>
    </form>
  );
}
