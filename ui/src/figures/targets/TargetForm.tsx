import { useId } from "react";
import { figureLabels } from "#texts/generated/figureLabels";
import { metrics } from "#texts/generated/metrics";
import { targets as copy } from "#texts/targets";
import { useProgram, useUserGroups, useYearStart } from "../../api/query";
import { mayChange, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import type { NewTarget, TargetAnswer, TargetGrain } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Checkbox } from "../../kit/Checkbox";
import { FormFaults } from "../../kit/parts/FormFaults";
import { TextInput } from "../../kit/parts/TextInput";
import { SegmentedControl } from "../../kit/SegmentedControl";
import { Select } from "../../kit/Select";
import { useForm } from "../../kit/useForm";
import { LOCALE } from "../../texts/language";
import { GROUPINGS } from "../filters/groupings";
import { savedTargets } from "./calls";
import { figureName, unitOf } from "./model";
import css from "./targets.module.css";

const LONGEST_NOTE = 200;
const GRAINS = (["MONTH", "YEAR"] as const).map((value) => ({ value, label: copy.grains[value] }));
const ALL = "";

const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: "long", timeZone: "UTC" });
const monthName = (month: string) => monthFormat.format(Date.parse(`2026-${month}-01`));
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0"));

/** The years that are offered: three before the program's and five after it, and the target's own. */
function yearsAround(year: number, own: string): string[] {
  const years = Array.from({ length: 9 }, (_, at) => String(year - 3 + at));
  return years.includes(own) ? years : [own, ...years].sort();
}

/** The step of the values of a figure. */
const STEPS = {
  count: 1,
  seconds: 1,
  months: 0.1,
  points: 0.1,
  percent: 0.01,
  money: 0.01,
  decimal: 0.01,
} as const;

/** What the form has of a target; of the day it takes the year and the month. */
function fieldsOf(target: TargetAnswer | null, today: string) {
  const group = target?.group;
  return {
    grain: target?.grain ?? ("MONTH" as TargetGrain),
    year: (target?.starts ?? today).slice(0, 4),
    month: target?.starts.slice(5, 7) || today.slice(5, 7),
    repeats: target?.repeats ?? false,
    group: group ? `${group.type} ${group.id}` : ALL,
    value: target ? String(target.value) : "",
    note: target?.note ?? "",
  };
}

export type TargetFormProps = {
  /** The target that is changed; null for a new one. */
  readonly changed: TargetAnswer | null;
  /** The figure of a new target. */
  readonly metric: string;
  readonly onMetric: (metric: string) => void;
  readonly onDone: () => void;
};

/** A form that sets a target. */
export function TargetForm({ changed, metric: ofNew, onMetric, onDone }: TargetFormProps) {
  const [valueId, noteId] = [useId(), useId()];
  const today = useProgram().data?.today ?? "2026-01-01";
  const yearStart = String(useYearStart()).padStart(2, "0");
  const groups = useUserGroups().data ?? [];
  const user = useSession((session) => session.user);
  const changes = savedTargets.useChanges();
  const metric = changed?.metric ?? ofNew;
  const unit = unitOf(metric);
  const figures = ["score", ...Object.keys(metrics).filter((id) => id in figureLabels)].filter(
    (id) => id === metric || mayChange(user, moduleOfFigure(id)),
  );
  const hasMembers = !moduleOfFigure(metric).startsWith("WEBSITE");

  const form = useForm({
    from: fieldsOf(changed, today),
    check: ({ value }) => ({ value: Number(value) > 0 ? null : copy.valueWrong }),
    save: ({ year, month, value, group, ...rest }) => {
      const [type, id] = group.split(" ");
      const target: NewTarget = {
        ...rest,
        metric,
        starts: rest.grain === "MONTH" ? `${year}-${month}` : year,
        value: Number(value),
        group: group === ALL || !hasMembers ? null : { type: type as keyof typeof GROUPINGS, id: Number(id) },
      };
      return changed ? changes.change(changed.id, target) : changes.add(target);
    },
    saved: copy.saved,
    after: (sent) => ({ ...sent, value: "", note: "" }),
    done: onDone,
  });
  const { grain, year, repeats } = form.values;

  return (
    <form {...form.props} className={css.form}>
      <div className={css.row}>
        <Select
          label={copy.figure}
          className={css.figure ?? ""}
          options={figures.map((id) => ({ value: id, label: figureName(id) }))}
          value={metric}
          disabled={changed !== null}
          onChange={onMetric}
        />
        <Select
          label={copy.members}
          options={[
            { value: ALL, label: copy.allMembers },
            ...(hasMembers ? groups : []).map(({ type, id, name }) => ({
              value: `${type} ${id}`,
              label: `${GROUPINGS[type].singular}: ${name}`,
            })),
          ]}
          {...form.field("group")}
          {...(hasMembers ? {} : { value: ALL })}
        />
      </div>
      <div className={css.row}>
        <SegmentedControl
          label={copy.grain}
          options={GRAINS}
          value={grain}
          onChange={(next) => form.set({ grain: next })}
        />
        {grain === "MONTH" && (
          <Select
            label={copy.month}
            options={MONTHS.map((one) => ({ value: one, label: monthName(one) }))}
            {...form.field("month", "starts")}
          />
        )}
        <Select
          label={copy.year}
          options={yearsAround(Number(today.slice(0, 4)), year).map((one) => ({ value: one, label: one }))}
          {...form.field("year", grain === "YEAR" ? "starts" : "year")}
        />
        <Checkbox
          checked={repeats}
          label={copy.repeats[grain]}
          onChange={(next) => form.set({ repeats: next })}
        />
      </div>
      {grain === "YEAR" && yearStart !== "01" && (
        <p className={css.hint}>{copy.yearHint(monthName(yearStart))}</p>
      )}
      <div className={css.row}>
        <div className={css.field}>
          <label htmlFor={valueId}>{copy.valueIn(copy.value, copy.units[unit])}</label>
          <TextInput
            {...form.field("value")}
            id={valueId}
            className={css.input}
            type="number"
            inputMode="decimal"
            min={0}
            step={STEPS[unit]}
          />
        </div>
        <div className={css.note}>
          <label htmlFor={noteId}>{copy.note}</label>
          <TextInput {...form.field("note")} id={noteId} className={css.input} maxLength={LONGEST_NOTE} />
        </div>
      </div>
      <FormFaults of={form} isTight />
      <div className={css.row}>
        <Button type="submit" variant="primary" aria-busy={form.isBusy}>
          {changed ? copy.save : copy.saveNew}
        </Button>
        {changed && <Button onClick={() => form.leave(onDone)}>{copy.cancel}</Button>}
      </div>
    </form>
  );
}
