import { alerts as copy } from "#texts/alerts";
import { asked } from "#texts/asked";
import { pathTo, REPORTS } from "../../../api/paths";
import { lateName } from "../../../figures/lateNames";
import { savedViews } from "../../../figures/views/calls";
import type { AlertList } from "../../../generated/wire";
import { notify } from "../../../kit";
import { Choice, Field } from "../../../kit/parts/Field";
import { FormDialog } from "../../../kit/parts/FormDialog";
import { useForm } from "../../../kit/useForm";
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
  waysOf,
  withFigure,
} from "./model";

const OWN_FILTERS: Readonly<Record<AlertSubject["kind"], string>> = {
  new: copy.filtersDefault,
  draft: copy.filtersNow,
  saved: copy.filtersKept,
};

const DIRECTIONS = (["any", "up", "down"] as const).map((value) => ({
  value,
  label: copy.directions[value],
}));

/** For who made an alert on the explanation of its figure. */
const TO_LIST = { label: asked.toReports, to: pathTo(REPORTS) };

type AlertDialogProps = {
  readonly subject: AlertSubject;
  readonly list: AlertList;
  readonly onClose: () => void;
};

/** The form that makes or changes an alert. */
export function AlertDialog({ subject, list, onClose }: AlertDialogProps) {
  const changes = savedAlerts.useChanges();
  const views = savedViews.useList(true).data?.views ?? [];
  const form = useForm<AlertForm>({
    from: formOf(subject, list),
    save: (values) => {
      const body = bodyOf(subject, values, views);
      return subject.kind === "saved" ? changes.change(subject.alert.id, body) : changes.add(body);
    },
    ...(subject.kind === "draft"
      ? { done: () => notify({ status: "success", message: copy.saved, action: TO_LIST }) }
      : { saved: copy.saved }),
  });
  const { values } = form;
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
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={subject.kind === "saved" ? copy.changeTitle(subject.alert.name) : copy.newTitle}
      action={copy.save}
    >
      <Field
        label={copy.name}
        hint={values.channel === "page" ? undefined : copy.nameHint}
        {...form.field("name")}
        maxLength={100}
      />
      <Choice
        label={copy.figure}
        {...form.field("metric")}
        options={figures}
        onChange={(metric) => form.set(withFigure(values, metric, list.figures))}
      />
      {values.metric === LATE ? (
        <Choice label={copy.table} {...form.field("table")} options={tables} />
      ) : (
        <>
          <Choice
            label={copy.filters}
            hint={copy.filtersHint}
            {...form.field("view", "filters")}
            options={filters}
          />
          <Choice
            label={copy.when}
            {...form.field("rule")}
            options={rulesOf(figure).map((rule) => ({ value: rule, label: copy.rules[rule] }))}
          />
        </>
      )}
      {hasDirection(values.rule) && (
        <Choice label={copy.direction} {...form.field("direction")} options={DIRECTIONS} />
      )}
      {hasAmount(values.rule) && (
        <Field
          label={isPercent(values.rule, figure?.unit) ? copy.amountPercent : copy.amount}
          hint={values.rule === "weekday" ? copy.weekdayHint : undefined}
          {...form.field("amount")}
          inputMode="decimal"
        />
      )}
      <DestinationFields
        form={form}
        destinations={list.destinations}
        ways={waysOf(list.destinations)}
        label={copy.where}
      />
    </FormDialog>
  );
}
