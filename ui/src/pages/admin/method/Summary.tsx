import type { UseQueryResult } from "@tanstack/react-query";
import { method as copy } from "#texts/method";
import { formatMove, formatPoints } from "../../../figures/score/describeScore";
import type { FieldFault, MethodEffect } from "../../../generated/wire";
import { messageOf } from "../../../kit/parts/errors";
import css from "./method.module.css";

type SummaryProps = {
  readonly effect: UseQueryResult<MethodEffect>;
  readonly published: string;
  /** Whether the page knows that the draft is wrong, and has not asked. */
  readonly isWrong: boolean;
  /** A fault of the server in the names of the page. */
  readonly nameOf: (fault: FieldFault) => string | undefined;
};

/** The score by both methods. It stays in sight while the sliders below are moved. */
export function Summary({ effect, published, isWrong, nameOf }: SummaryProps) {
  const { data, error } = effect;
  const difference =
    data?.published != null && data.drafted != null
      ? Math.round((data.drafted - data.published) * 10) / 10
      : null;
  return (
    <div className={css.summary} role="status" aria-busy={effect.isFetching}>
      {isWrong ? (
        <p>{copy.summaryWaits}</p>
      ) : error ? (
        <p className={css.error}>{`${copy.failed}: ${messageOf(error, nameOf)}`}</p>
      ) : (
        <dl>
          <div>
            <dt>{copy.byPublished(published)}</dt>
            <dd>{formatPoints(data?.published)}</dd>
          </div>
          <div>
            <dt>{copy.byDraft}</dt>
            <dd>{formatPoints(data?.drafted)}</dd>
          </div>
          <div>
            <dt>{copy.difference}</dt>
            <dd>{difference === null ? formatPoints(null) : formatMove(difference)}</dd>
          </div>
        </dl>
      )}
      {!isWrong && !error && data?.missing && <p className={css.quiet}>{data.missing}</p>}
    </div>
  );
}
