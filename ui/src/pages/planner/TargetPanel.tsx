import { useId } from "react";
import { planner as copy } from "#texts/planner";
import { mostOf } from "../../figures/score/bounds";
import { formatPoints } from "../../figures/score/describeScore";
import type { PartKey, PlannerAnswer, Target } from "../../generated/wire";
import { Button } from "../../kit";
import { NumberSlider } from "../../kit/NumberSlider";
import { Select } from "../../kit/Select";
import { formatDate } from "../../texts/format";
import { inUnit, mixtureText, type Tried, triedOf } from "./model";
import css from "./planner.module.css";
import { ScoreBar } from "./ScoreBar";
import { Section } from "./Section";

type TargetPanelProps = {
  readonly answer: PlannerAnswer;
  readonly target: Target;
  readonly busy: boolean;
  onTarget(target: Target): void;
  onTry(tried: Tried): void;
};

/** The target: of the score or of a part, with the fewest people that reach it. */
export function TargetPanel({ answer, target, busy, onTarget, onTry }: TargetPanelProps) {
  const hint = useId();
  const planned = answer.parts.filter(({ counted }) => counted !== null);
  const part = planned.find(({ key }) => key === target.part);
  const name = part?.label ?? copy.score;
  const text = part ? null : mixtureText(answer);
  const most = mostOf(part?.unit);
  const choose = (chosen: string) => {
    const next = planned.find(({ key }) => key === chosen);
    onTarget(next ? { part: next.key, value: next.target } : { value: firstTarget(answer) });
  };
  return (
    <Section
      title={copy.target}
      detail={answer.asOf && copy.asOf(answer.windowDays, formatDate(answer.asOf))}
      busy={busy}
      tools={
        <Select
          label={copy.targetFor}
          value={part?.key ?? "score"}
          options={[
            { value: "score" as PartKey | "score", label: copy.score },
            ...planned.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={choose}
        />
      }
    >
      <div className={css.target}>
        <div className={css.wanted}>
          <NumberSlider
            label={copy.targetOf(name)}
            value={target.value}
            least={0}
            most={most}
            step={part ? 0.5 : 0.1}
            fieldStep={part ? 0.01 : 0.1}
            onChange={(value) => onTarget({ ...target, value: Math.round(value * 100) / 100 })}
          />
          <p id={hint} className={css.small}>
            {copy.now(part ? inUnit(part, part.value) : formatPoints(answer.score))}
          </p>
        </div>
        <ScoreBar
          score={answer.score}
          target={part ? null : target.value}
          whatIf={answer.whatIf?.score ?? null}
        />
      </div>
      {/* The region exists before its text, so that screen readers announce the text. */}
      <div className={css.mixture} role="status">
        {text !== null && <p>{text}</p>}
        {text !== null && answer.mixture !== null && answer.mixture.people > 0 && (
          <Button size="sm" onClick={() => answer.mixture && onTry(triedOf(answer.mixture))}>
            {copy.tryMixture}
          </Button>
        )}
      </div>
    </Section>
  );
}

/** The target that the page begins with: two points more, as a whole number. */
export function firstTarget({ score }: Pick<PlannerAnswer, "score">): number {
  return Math.min(100, Math.floor((score ?? 0) + 2));
}
