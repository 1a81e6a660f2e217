import { asked } from "#texts/asked";
import { reports as copy } from "#texts/reports";
import { pathTo, REPORTS } from "../../api/paths";
import { savedViews } from "../../figures/views/calls";
import type { ReportList } from "../../generated/wire";
import { notify } from "../../kit";
import { Choice, Field } from "../../kit/parts/Field";
import { FormDialog } from "../../kit/parts/FormDialog";
import { useForm } from "../../kit/useForm";
import { savedReports } from "./calls";
import { DestinationFields } from "./DestinationFields";
import { channelsOf } from "./destination";
import { bodyOf, formOf, type ReportForm, type ReportSubject, viewsOf } from "./model";

/** For who made a report on the screen that it is of. */
const TO_LIST = { label: asked.toReports, to: pathTo(REPORTS) };
const LONGEST_NAME = 100;

const EVERY = (["day", "week", "month"] as const).map((value) => ({
  value,
  label: copy.everyChoices[value],
}));
const FORMATS = (["xlsx", "pdf"] as const).map((value) => ({ value, label: copy.formats[value] }));
const WEEKDAYS = copy.weekdays.map((label, index) => ({ value: String(index + 1), label }));

/** What the filters of the report's own are: one that follows a view has none. */
function ownFilters(subject: ReportSubject): string {
  if (subject.kind === "draft") return copy.filtersNow;
  return subject.report.ofView ? copy.filtersDefault : copy.filtersKept;
}

type ReportDialogProps = {
  readonly subject: ReportSubject;
  readonly list: ReportList;
  readonly onClose: () => void;
};

/** The form that makes or changes a report. */
export function ReportDialog({ subject, list, onClose }: ReportDialogProps) {
  const changes = savedReports.useChanges();
  const views = viewsOf(subject, savedViews.useList(true).data?.views ?? []);
  const isNew = subject.kind === "draft";
  const title = isNew ? copy.newTitle(subject.draft.title) : copy.changeTitle(subject.report.title);
  const filters = [
    { value: "", label: ownFilters(subject) },
    ...views.map(({ id, name }) => ({ value: String(id), label: copy.filtersOf(name) })),
  ];
  const form = useForm<ReportForm>({
    from: formOf(subject, list.destinations),
    save: (values) => {
      const body = bodyOf(subject, values);
      return isNew ? changes.add(body) : changes.change(subject.report.id, body);
    },
    ...(isNew
      ? { done: () => notify({ status: "success", message: copy.saved, action: TO_LIST }) }
      : { saved: copy.saved }),
  });
  const { every, channel } = form.values;
  return (
    <FormDialog form={form} onClose={onClose} title={title} action={copy.save}>
      <Field label={copy.name} hint={copy.nameHint} {...form.field("name")} maxLength={LONGEST_NAME} />
      <Choice
        label={copy.filters}
        hint={copy.filtersHint}
        {...form.field("view", form.values.view === "" ? "filters" : "view")}
        options={filters}
      />
      <Choice label={copy.every} {...form.field("every")} options={EVERY} />
      {every === "week" && (
        <Choice label={copy.weekday} {...form.field("weekday", "onDay")} options={WEEKDAYS} />
      )}
      {every === "month" && (
        <Field
          label={copy.monthDay}
          hint={copy.monthDayHint}
          {...form.field("monthDay", "onDay")}
          inputMode="numeric"
        />
      )}
      <DestinationFields form={form} destinations={list.destinations} ways={channelsOf(list.destinations)} />
      <Choice label={copy.format} {...form.field("format")} options={FORMATS} />
      {channel === "mail" && <p>{copy.mailHint}</p>}
    </FormDialog>
  );
}
