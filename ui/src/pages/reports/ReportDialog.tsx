import { useState } from "react";
import { reports as copy } from "#texts/reports";
import { savedViews } from "../../figures/views/calls";
import type { ReportList } from "../../generated/wire";
import { notify } from "../../kit";
import form from "../../kit/forms/ConfirmDialog.module.css";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { Choice, Field } from "../../kit/parts/Field";
import { savedReports } from "./calls";
import { DestinationFields } from "./DestinationFields";
import { bodyOf, formOf, type ReportForm, type ReportSubject, viewsOf } from "./model";

const LONGEST_NAME = 100;

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

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
  const [values, setValues] = useState(() => formOf(subject, list.destinations));
  const views = viewsOf(subject, savedViews.useList(true).data?.views ?? []);
  const set = (change: Partial<ReportForm>) => setValues((before) => ({ ...before, ...change }));
  const isNew = subject.kind === "draft";
  const title = isNew ? copy.newTitle(subject.draft.title) : copy.changeTitle(subject.report.title);
  const filters = [
    { value: "", label: ownFilters(subject) },
    ...views.map(({ id, name }) => ({ value: String(id), label: copy.filtersOf(name) })),
  ];
  async function save() {
    const body = bodyOf(subject, values);
    await (isNew ? changes.add(body) : changes.change(subject.report.id, body));
    notify({ status: "success", message: copy.saved });
  }
  return (
    <ConfirmDialog open onClose={onClose} title={title} action={copy.save} size="md" onConfirm={save}>
      <div className={form.form}>
        <Field
          label={copy.name}
          hint={copy.nameHint}
          value={values.name}
          maxLength={LONGEST_NAME}
          onChange={(name) => set({ name })}
        />
        <Choice
          label={copy.filters}
          hint={copy.filtersHint}
          value={values.view}
          options={filters}
          onChange={(view) => set({ view })}
        />
        <Choice
          label={copy.every}
          value={values.every}
          options={choices(copy.everyChoices)}
          onChange={(every) => set({ every: every as ReportForm["every"] })}
        />
        {values.every === "week" && (
          <Choice
            label={copy.weekday}
            value={values.weekday}
            options={WEEKDAYS}
            onChange={(weekday) => set({ weekday })}
          />
        )}
        {values.every === "month" && (
          <Field
            label={copy.monthDay}
            hint={copy.monthDayHint}
            value={values.monthDay}
            inputMode="numeric"
            onChange={(monthDay) => set({ monthDay })}
          />
        )}
        <DestinationFields
          values={values.to}
          destinations={list.destinations}
          onChange={(change) => set({ to: { ...values.to, ...change } })}
        />
        <Choice
          label={copy.format}
          value={values.format}
          options={choices(copy.formats)}
          onChange={(format) => set({ format: format as ReportForm["format"] })}
        />
        {values.to.channel === "mail" && <p>{copy.mailHint}</p>}
      </div>
    </ConfirmDialog>
  );
}
