import { useProgram } from "../../api/query";
import { blocks as copy, shell } from "../../copy";
import { EmptyState } from "../../kit/EmptyState";

/** Properties of {@link EmptyBlock}. */
export type EmptyBlockProps = {
  readonly title: string;
  /** What the reader may try. */
  readonly hint?: string;
};

/** Says that a period holds nothing. Where no data were ever loaded, no other filters would help. */
export function EmptyBlock({ title, hint = copy.emptyHint }: EmptyBlockProps) {
  const hasNoData = useProgram().data?.through === null;
  return <EmptyState title={title} detail={hasNoData ? shell.noData : hint} />;
}
