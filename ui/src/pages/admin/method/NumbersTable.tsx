import { method as copy } from "#texts/method";
import { scoreCopy } from "#texts/score";
import type { MethodNumbers, PartMethod } from "../../../generated/wire";
import { type Column, DataTable } from "../../../kit/DataTable";
import { formatUnit } from "../../../texts/format";
import css from "./method.module.css";
import type { Parts } from "./model";

type NumbersTableProps = {
  readonly caption: string;
  readonly numbers: MethodNumbers;
  readonly parts: Parts;
};

const pillarOf = (pillar: keyof typeof scoreCopy.pillars | undefined) => pillar && scoreCopy.pillars[pillar];

/** The numbers of a method as a table. */
export function NumbersTable({ caption, numbers, parts }: NumbersTableProps) {
  const inUnit = ({ part }: PartMethod, value: number) =>
    formatUnit(value, parts.get(part)?.unit ?? "percent");
  const columns: readonly Column<PartMethod>[] = [
    { key: "part", title: copy.part, cell: ({ part }) => parts.get(part)?.label },
    {
      key: "pillar",
      title: copy.pillar,
      isExtra: true,
      cell: ({ part }) => pillarOf(parts.get(part)?.pillar),
    },
    { key: "floor", title: copy.floor, isNumber: true, cell: (own) => inUnit(own, own.floor) },
    { key: "target", title: copy.target, isNumber: true, cell: (own) => inUnit(own, own.target) },
    {
      key: "weight",
      title: copy.weight,
      isNumber: true,
      cell: ({ weight }) => (weight === 0 ? copy.leftOut : weight),
    },
    { key: "least", title: copy.least, isNumber: true, isExtra: true, cell: ({ least }) => least },
  ];
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={numbers.parts}
        keyOf={({ part }) => part}
        empty={null}
      />
      <p className={css.below}>{copy.coverage(formatUnit(numbers.leastCoverage, "percent"))}</p>
    </>
  );
}
