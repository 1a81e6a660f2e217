import { useId, useState } from "react";
import { planner } from "#texts/planner";
import { useUserGroups } from "../../api/query";
import { mayChange, useSession } from "../../api/session";
import { addDays, addMonths } from "../../figures/filters/dates";
import { formatPoints } from "../../figures/score/describeScore";
import type { FilterParams, PartTarget, PlanAnswer, PlannerAnswer, Target } from "../../generated/wire";
import { Button, notify, Skeleton } from "../../kit";
import { Checkbox } from "../../kit/Checkbox";
import { DatePicker } from "../../kit/DatePicker";
import { ConfirmDialog } from "../../kit/parts/ConfirmDialog";
import { FormFaults } from "../../kit/parts/FormFaults";
import { Loaded } from "../../kit/parts/Loaded";
import { TextInput } from "../../kit/parts/TextInput";
import { useForm } from "../../kit/useForm";
import { formatDate } from "../../texts/format";
import { savedPlans } from "./calls";
import { groupsOf, inUnit, standingOf } from "./model";
import { PlanLine } from "./PlanLine";
import css from "./planner.module.css";
import { Section } from "./Section";

const copy = planner.plans;

/** The longest name that the server takes, and the days of the longest plan. */
const LONGEST_NAME = 100;
const MOST_DAYS = 3 * 366;

type PlansPanelProps = {
  readonly answer: PlannerAnswer;
  readonly target: Target;
  readonly params: FilterParams;
};

/** The saved plans with how they go, and a form that saves another. */
export function PlansPanel({ answer, target, params }: PlansPanelProps) {
  const list = savedPlans.useList();
  const { remove } = savedPlans.useChanges();
  // The plan that is to be removed; its name stays while the dialog closes.
  const [asked, setAsked] = useState<PlanAnswer | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const ask = (plan: PlanAnswer) => {
    setAsked(plan);
    setIsAsked(true);
  };
  return (
    <Section title={copy.title} detail={copy.detail}>
      {answer.score !== null && answer.asOf !== null && target.part === undefined && (
        <SaveForm answer={answer} asOf={answer.asOf} target={target.value} params={params} />
      )}
      <Loaded of={list} failed={copy.failed} waiting={<Skeleton height={80} />}>
        {({ plans }) =>
          plans.length === 0 ? (
            <p className={css.small}>{copy.none}</p>
          ) : (
            <ul className={css.plans}>
              {plans.map((plan) => (
                <Plan key={plan.id} plan={plan} units={answer.parts} onRemove={() => ask(plan)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked && (
        <ConfirmDialog
          open={isAsked}
          onClose={() => setIsAsked(false)}
          title={copy.removeTitle(asked.name)}
          action={copy.remove}
          onConfirm={async () => {
            await remove(asked.id);
            notify({ status: "success", message: copy.removed });
          }}
        >
          <p>{asked.shared ? copy.removeShared : copy.removeText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

type SaveFormProps = {
  readonly answer: PlannerAnswer;
  readonly asOf: string;
  readonly target: number;
  readonly params: FilterParams;
};

function SaveForm({ answer, asOf, target, params }: SaveFormProps) {
  const nameId = useId();
  const mayShare = useSession(({ user }) => mayChange(user, "RECOMMENDATIONS"));
  const { add } = savedPlans.useChanges();
  // What is tried says more than the fewest people.
  const chosen = answer.whatIf?.parts.length ? answer.whatIf.parts : (answer.mixture?.parts ?? []);
  const parts: PartTarget[] = chosen.map(({ key, value }) => ({ part: key, value }));
  const labels = chosen.flatMap(({ key }) => answer.parts.find((part) => part.key === key)?.label ?? []);
  const form = useForm({
    from: { name: "", ends: addMonths(asOf, 3), shared: false },
    save: (plan) => add({ ...plan, target, parts, filter: params }),
    saved: copy.saved,
    after: (plan) => ({ ...plan, name: "" }),
  });
  const { name, shared } = form.values;
  return (
    <form {...form.props} className={css.form}>
      <div className={css.field}>
        <label htmlFor={nameId}>{copy.name}</label>
        <TextInput {...form.field("name")} id={nameId} className={css.input} maxLength={LONGEST_NAME} />
      </div>
      <DatePicker
        label={copy.ends}
        {...form.field("ends")}
        min={addDays(asOf, 1)}
        max={addDays(asOf, MOST_DAYS)}
      />
      {mayShare && (
        <Checkbox checked={shared} label={copy.shared} onChange={(next) => form.set({ shared: next })} />
      )}
      <Button type="submit" variant="primary" disabled={name.trim() === ""} aria-busy={form.isBusy}>
        {copy.save}
      </Button>
      {labels.length > 0 && <p className={css.small}>{copy.withParts(labels.join(", "))}</p>}
      <FormFaults of={form} isTight />
    </form>
  );
}

type PlanProps = {
  readonly plan: PlanAnswer;
  readonly units: PlannerAnswer["parts"];
  readonly onRemove: () => void;
};

function Plan({ plan, units, onRemove }: PlanProps) {
  const heading = useId();
  const groups = useUserGroups().data;
  const mayRemove = useSession(({ user }) => plan.isOwn || mayChange(user, "RECOMMENDATIONS"));
  const { name, target, ends, starts, isOwn, shared, login, parts } = plan;
  const only = groupsOf(plan, groups ?? []);
  const partText = ({ part, label, value, now }: PlanAnswer["parts"][number]) => {
    const unit = units.find(({ key }) => key === part) ?? { unit: "percent" as const };
    return copy.partOf(label, inUnit(unit, value), inUnit(unit, now));
  };
  return (
    <li className={css.plan}>
      <div className={css.planHead}>
        <h3 id={heading}>{name}</h3>
        <span className={css.small}>{isOwn ? copy.own(shared) : copy.of(login)}</span>
        {mayRemove && (
          <Button size="sm" variant="ghost" aria-label={copy.removeOf(name)} onClick={onRemove}>
            {copy.remove}
          </Button>
        )}
      </div>
      <p>{copy.course(formatPoints(target), formatDate(ends), formatDate(starts))}</p>
      <p>{standingOf(plan)}</p>
      {only !== null && <p className={css.small}>{only}</p>}
      {parts.length > 0 && <p className={css.small}>{parts.map(partText).join(" · ")}</p>}
      <PlanLine plan={plan} />
    </li>
  );
}
