import { annotations as copy } from "#texts/annotations";
import type { AnnotationAnswer, AnnotationList, ChartPeriod, Correction } from "../../generated/wire";
import { formatRange } from "../../texts/format";

/** Something said of days: by a user, or of a load that corrected them. */
export type Remark = {
  readonly key: string;
  readonly starts: string;
  readonly ends: string;
  readonly text: string;
  /** Of a user's; null for a load. */
  readonly saved: AnnotationAnswer | null;
};

/** The remarks on the same points of a chart. */
export type Mark = {
  /** From 1 in each chart. */
  readonly number: number;
  /** The first and the last point. */
  readonly from: number;
  readonly to: number;
  readonly remarks: readonly Remark[];
};

const ofUser = (saved: AnnotationAnswer): Remark => ({
  key: `user ${saved.id}`,
  starts: saved.starts,
  ends: saved.ends,
  text: saved.text,
  saved,
});

const ofLoad = (correction: Correction): Remark => ({
  key: `load ${correction.load} ${correction.starts} ${correction.ends}`,
  starts: correction.starts,
  ends: correction.ends,
  text: copy.corrected(correction),
  saved: null,
});

/** Always the same: another list would draw a chart again. */
const NONE: readonly Mark[] = [];

/**
 * The marks of a chart, in the order of its points.
 *
 * @param metrics the figures that it draws
 */
export function marksOf(
  list: AnnotationList | undefined,
  metrics: readonly string[],
  periods: readonly ChartPeriod[],
): readonly Mark[] {
  if (!list) return NONE;
  const isOf = (metric: string | null) => metric === null || metrics.includes(metric);
  const remarks = [
    ...list.annotations.filter(({ metric }) => isOf(metric)).map(ofUser),
    ...list.corrections.filter((one) => one.metrics.some(isOf)).map(ofLoad),
  ];
  const byPoints = new Map<string, Omit<Mark, "number"> & { remarks: Remark[] }>();
  for (const remark of remarks) {
    const isIn = ({ start, end }: ChartPeriod) => start <= remark.ends && end >= remark.starts;
    const [from, to] = [periods.findIndex(isIn), periods.findLastIndex(isIn)];
    if (from < 0) continue;
    const points = `${from} ${to}`;
    const mark = byPoints.get(points) ?? { from, to, remarks: [] };
    mark.remarks.push(remark);
    byPoints.set(points, mark);
  }
  if (byPoints.size === 0) return NONE;
  return [...byPoints.values()]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((mark, at) => ({
      ...mark,
      number: at + 1,
      remarks: mark.remarks.sort((a, b) => (a.starts < b.starts ? -1 : 1)),
    }));
}

/** Each remark with its days. */
export function writtenMarks(marks: readonly Mark[]): string[] {
  return marks.flatMap(({ remarks }) =>
    remarks.map(({ starts, ends, text }) => copy.mark(formatRange(starts, ends), text)),
  );
}
