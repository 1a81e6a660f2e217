import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { metrics } from "#texts/generated/metrics";
import { targets as copy } from "#texts/targets";
import { useProgram } from "../../api/query";
import type { TargetAnswer, TargetList } from "../../generated/wire";
import { IconButton } from "../../kit/IconButton";
import { Loaded } from "../../kit/parts/Loaded";
import { RemovalButtons } from "../../kit/parts/RemovalButtons";
import { Select } from "../../kit/Select";
import { Skeleton } from "../../kit/Skeleton";
import { notify } from "../../kit/toasts";
import { useDoing } from "../../kit/useDoing";
import { savedTargets } from "./calls";
import { figureName, startText, valueText } from "./model";
import css from "./targets.module.css";

const SHOWN = [
  { value: "own", label: copy.listOwn },
  { value: "all", label: copy.listAll },
] as const;

export type TargetTableProps = {
  readonly metric: string;
  /** The number of the target that is being changed. */
  readonly changed: number | null;
  readonly onChange: (target: TargetAnswer) => void;
};

/** The targets of a figure, or all. */
export function TargetTable(props: TargetTableProps) {
  return (
    <Loaded of={savedTargets.useList()} failed={copy.listFailed} waiting={<Skeleton height={120} />}>
      {({ targets }) => <Listed targets={targets} {...props} />}
    </Loaded>
  );
}

function Listed({ targets, metric, changed, onChange }: TargetTableProps & TargetList) {
  const currency = useProgram().data?.currency ?? "USD";
  const [shown, setShown] = useState<"own" | "all">("all");
  const isOwn = ({ metric: id }: TargetAnswer) => shown === "all" || id === metric || isSameLabel(id, metric);
  const listed = targets.filter(isOwn);
  return (
    <div className={css.list}>
      <Select label={copy.list} options={SHOWN} value={shown} onChange={setShown} />
      {listed.length === 0 ? (
        <p className={css.hint}>{copy.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the box.
        <section className={css.scroller} tabIndex={0} aria-label={copy.title}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{copy.columns.figure}</th>
                <th scope="col">{copy.columns.period}</th>
                <th scope="col">{copy.columns.members}</th>
                <th scope="col" className={css.number}>
                  {copy.columns.value}
                </th>
                <th scope="col">{copy.columns.by}</th>
                <th scope="col">
                  <span className="sr-only">{copy.columns.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {listed.map((target) => (
                <tr key={target.id} data-changed={target.id === changed || undefined}>
                  <th scope="row">
                    {figureName(target.metric)}
                    {target.note !== "" && <span className={css.said}>{target.note}</span>}
                  </th>
                  <td>{startText(target)}</td>
                  <td>
                    {target.group ? (target.group.name ?? copy.noGroup(target.group.id)) : copy.allMembers}
                  </td>
                  <td className={css.number}>{valueText(target.metric, target.value, currency)}</td>
                  <td>{target.setBy ?? copy.command}</td>
                  <td className={css.actions}>
                    {target.mayChange && <Actions target={target} onChange={() => onChange(target)} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** Whether two ids are of one figure: targets are kept under the first. */
function isSameLabel(one: string, other: string): boolean {
  const known: Readonly<Record<string, { readonly label: string } | undefined>> = metrics;
  return known[one] !== undefined && known[one]?.label === known[other]?.label;
}

function Actions({ target, onChange }: { readonly target: TargetAnswer; readonly onChange: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useDoing(() => {
    setAsked(false);
    notify({ status: "error", message: copy.removeFailed });
  });
  const { remove } = savedTargets.useChanges();
  const [figure, period] = [figureName(target.metric), startText(target)];
  if (isAsked) {
    return (
      <span className={css.question}>
        {copy.question}
        <RemovalButtons
          remove={copy.remove}
          cancel={copy.cancel}
          isBusy={isBusy}
          onRemove={() => void run(() => remove(target.id), copy.removed)}
          onCancel={() => setAsked(false)}
        />
      </span>
    );
  }
  return (
    <span className={css.question}>
      <IconButton
        label={copy.changeOf(figure, period)}
        icon={<Pencil aria-hidden="true" />}
        onClick={onChange}
      />
      <IconButton
        label={copy.removeOf(figure, period)}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setAsked(true)}
      />
    </span>
  );
}
