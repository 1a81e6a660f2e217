import { useState } from "react";
import { alerts as copy } from "#texts/alerts";
import { lateName } from "../../../figures/lateNames";
import { savedViews } from "../../../figures/views/calls";
import type { AlertList, AlertRule, Direction } from "../../../generated/wire";
import { notify } from "../../../kit";
import form from "../../../kit/forms/ConfirmDialog.module.css";
import { ConfirmDialog } from "../../../kit/parts/ConfirmDialog";
import { Choice, Field } from "../../../kit/parts/Field";
import { DestinationFields } from "../DestinationFields";
import { savedAlerts } from "./calls";
import {
  type AlertForm,
  type AlertSubject,
  bodyOf,
  formOf,
  hasAmount,
  hasDirection,
  isPercent,
  LATE,
  rulesOf,
  withFigure,
} from "./model";

const OWN_FILTERS: Readonly<Record<AlertSubject["kind"], string>> = {
  new: copy.filtersDefault,
  draft: copy.filtersNow,
  saved: copy.filtersKept,
};

const DIRECTIONS = Object.entries(copy.directions).map(([value, label]) => ({ value, label }));

type AlertDialogProps = {
  readonly subject: AlertSubject;
  readonly list: AlertList;
  readonly onClose: () => void;
};

/** The form that makes or changes an alert. */
export function AlertDialog({ subject, list, onClose }: AlertDialogProps) {
  const changes = savedAlerts.useChanges();
  const [values, setValues] = useState(() => formOf(subject, list));
  const views = savedViews.useList(true).data?.views ?? [];
  const set = (change: Partial<AlertForm>) => setValues((before) => ({ ...before, ...change }));
  const figure = list.figures.find(({ metric }) => metric === values.metric);
  const figures = [
    ...list.figures.map(({ metric, label }) => ({ value: metric, label })),
    { value: LATE, label: copy.lateData },
  ];
  const filters = [
    { value: "", label: OWN_FILTERS[subject.kind] },
    ...views.map(({ id, name }) => ({ value: String(id), label: copy.filtersOf(name) })),
  ];
  const tables = [
    { value: "", label: copy.anyTable },
    ...list.tables.map((name) => ({ value: name, label: lateName(name) })),
  ];
  async function save() {
    const body = bodyOf(subject, values, views);
    await (subject.kind === "saved" ? changes.change(subject.alert.id, body) : changes.add(body));
    notify({ status: "success", message: copy.saved });
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={subject.kind === "saved" ? copy.changeTitle(subject.alert.name) : copy.newTitle}
      action={copy.save}
      size="md"
      onConfirm={save}
    >
      <div className={form.form}>
        <Field
          label={copy.name}
          hint={copy.nameHint}
          value={values.name}
          maxLength={100}
          onChange={(name) => set({ name })}
        />
        <Choice
          label={copy.figure}
          value={values.metric}
          options={figures}
          onChange={(metric) => setValues((before) => withFigure(before, metric, list.figures))}
        />
        {values.metric === LATE ? (
          <Choice
            label={copy.table}
            value={values.table}
            options={tables}
            onChange={(table) => set({ table })}
          />
        ) : (
          <>
            <Choice
              label={copy.filters}
              hint={copy.filtersHint}
              value={values.view}
              options={filters}
              onChange={(view) => set({ view })}
            />
            <Choice
              label={copy.when}
              value={values.rule}
              options={rulesOf(figure).map((rule) => ({ value: rule, label: copy.rules[rule] }))}
              onChange={(rule) => set({ rule: rule as AlertRule })}
            />
          </>
        )}
        {hasDirection(values.rule) && (
          <Choice
            label={copy.direction}
            value={values.direction}
            options={DIRECTIONS}
            onChange={(direction) => set({ direction: direction as Direction })}
          />
        )}
        {hasAmount(values.rule) && (
          <Field
            label={isPercent(values.rule, figure?.unit) ? copy.amountPercent : copy.amount}
            hint={values.rule === "weekday" ? copy.weekdayHint : undefined}
            value={values.amount}
            inputMode="decimal"
            onChange={(amount) => set({ amount })}
          />
        )}
        <DestinationFields
          values={values.to}
          destinations={list.destinations}
          onChange={(change) => set({ to: { ...values.to, ...change } })}
        />
      </div>
    </ConfirmDialog>
  );
}
