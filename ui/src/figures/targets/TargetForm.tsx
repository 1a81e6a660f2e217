import { type FormEvent, useEffect, useId, useState } from "react";
import { figureLabels } from "#texts/generated/figureLabels";
import { metrics } from "#texts/generated/metrics";
import { targets as copy } from "#texts/targets";
import { useProgram, useUserGroups, useYearStart } from "../../api/query";
import { failureText } from "../../api/reason";
import { mayChange, useSession } from "../../api/session";
import { moduleOfFigure } from "../../api/session/permissions";
import type { NewTarget, TargetAnswer, TargetGrain } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Checkbox } from "../../kit/Checkbox";
import { SegmentedControl } from "../../kit/SegmentedControl";
import { Select } from "../../kit/Select";
import { useSaving } from "../../kit/useSaving";
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

export type TargetFormProps = {
  /** The target that is changed; null for a new one. */
  readonly changed: TargetAnswer | null;
  /** The figure of a new target. */
  readonly metric: string;
  readonly onMetric: (metric: string) => void;
  readonly onDone: () => void;
  /** Told whether something was entered that is not saved. */
  readonly onDirty: (isDirty: boolean) => void;
};

/** A form that sets a target. */
export function TargetForm({ changed, metric: ofNew, onMetric, onDone, onDirty }: TargetFormProps) {
  const [valueId, noteId, errorId] = [useId(), useId(), useId()];
  const today = useProgram().data?.today ?? "2026-01-01";
  const yearStart = String(useYearStart()).padStart(2, "0");
  const groups = useUserGroups().data ?? [];
  const user = useSession((session) => session.user);
  const changes = savedTargets.useChanges();
  const [grain, setGrain] = useState<TargetGrain>(changed?.grain ?? "MONTH");
  const [year, setYear] = useState((changed?.starts ?? today).slice(0, 4));
  const [month, setMonth] = useState(changed?.starts.slice(5, 7) || today.slice(5, 7));
  const [repeats, setRepeats] = useState(changed?.repeats ?? false);
  const [group, setGroup] = useState(changed?.group ? `${changed.group.type} ${changed.group.id}` : ALL);
  const [value, setValue] = useState(changed ? String(changed.value) : "");
  const [note, setNote] = useState(changed?.note ?? "");
  const { error, setError, isBusy, save } = useSaving((failure) => failureText(failure, copy.failed));

  const isDirty = value !== (changed ? String(changed.value) : "") || note !== (changed?.note ?? "");
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const metric = changed?.metric ?? ofNew;
  const unit = unitOf(metric);
  const figures = ["score", ...Object.keys(metrics).filter((id) => id in figureLabels)].filter(
    (id) => id === metric || mayChange(user, moduleOfFigure(id)),
  );
  const hasMembers = !moduleOfFigure(metric).startsWith("WEBSITE");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const number = Number(value);
    if (value.trim() === "" || !(number > 0)) {
      setError(copy.valueWrong);
      return;
    }
    const [type, id] = group.split(" ");
    const target: NewTarget = {
      metric,
      grain,
      starts: grain === "MONTH" ? `${year}-${month}` : year,
      repeats,
      value: number,
      group: group === ALL || !hasMembers ? null : { type: type as keyof typeof GROUPINGS, id: Number(id) },
      note,
    };
    void save(async () => {
      await (changed ? changes.change(changed.id, target) : changes.add(target));
      setValue("");
      setNote("");
      onDone();
    }, copy.saved);
  }

  return (
    <form className={css.form} onSubmit={submit} noValidate>
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
          value={hasMembers ? group : ALL}
          onChange={setGroup}
        />
      </div>
      <div className={css.row}>
        <SegmentedControl label={copy.grain} options={GRAINS} value={grain} onChange={setGrain} />
        {grain === "MONTH" && (
          <Select
            label={copy.month}
            options={MONTHS.map((one) => ({ value: one, label: monthName(one) }))}
            value={month}
            onChange={setMonth}
          />
        )}
        <Select
          label={copy.year}
          options={yearsAround(Number(today.slice(0, 4)), year).map((one) => ({ value: one, label: one }))}
          value={year}
          onChange={setYear}
        />
        <Checkbox checked={repeats} label={copy.repeats[grain]} onChange={setRepeats} />
      </div>
      {grain === "YEAR" && yearStart !== "01" && (
        <p className={css.hint}>{copy.yearHint(monthName(yearStart))}</p>
      )}
      <div className={css.row}>
        <div className={css.field}>
          <label htmlFor={valueId}>{copy.valueIn(copy.value, copy.units[unit])}</label>
          <input
            id={valueId}
            className={css.input}
            type="number"
            inputMode="decimal"
            min={0}
            step={STEPS[unit]}
            value={value}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : errorId}
            onChange={(event) => setValue(event.target.value)}
          />
        </div>
        <div className={css.note}>
          <label htmlFor={noteId}>{copy.note}</label>
          <input
            id={noteId}
            className={css.input}
            value={note}
            maxLength={LONGEST_NOTE}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </div>
      <div role="alert" className={css.fault}>
        {error !== null && <p id={errorId}>{error}</p>}
      </div>
      <div className={css.row}>
        <Button type="submit" variant="primary" aria-busy={isBusy}>
          {changed ? copy.save : copy.saveNew}
        </Button>
        {changed && <Button onClick={onDone}>{copy.cancel}</Button>}
      </div>
    </form>
  );
}
