import { charts as copy } from "#texts/blocks";
import { shell } from "#texts/page";
import { useProgram } from "../../../api/query";
import { EmptyState } from "../../../kit/EmptyState";

export type EmptyBlockProps = {
  readonly title: string;
  /** What the reader can try. */
  readonly hint?: string;
};

/** Says that a period has no data. If none was ever loaded, there is no hint, as no other filters would help. */
export function EmptyBlock({ title, hint = copy.emptyHint }: EmptyBlockProps) {
  const hasNoData = useProgram().data?.isEmpty;
  return <EmptyState title={title} detail={hasNoData ? shell.noData : hint} />;
}
