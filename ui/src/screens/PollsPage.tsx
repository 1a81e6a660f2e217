import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { FilterParams } from "../api/generated/wire";
import { reasonOf } from "../api/reason";
import { useTotals } from "../blocks/card/useTotals";
import { openingFilter } from "../blocks/declaration";
import { EmptyBlock } from "../blocks/frame/EmptyBlock";
import { TableSkeleton } from "../blocks/table/TableSkeleton";
import { useBlocks } from "../blocks/useBlocks";
import { blocks } from "../copy";
import { Export } from "../exports/Export";
import { FilterBar } from "../filters/FilterBar";
import { toParams } from "../filters/model";
import { useAppliedFilters } from "../filters/useFilters";
import { EmptyState } from "../kit/EmptyState";
import { ErrorState } from "../kit/ErrorState";
import { Select } from "../kit/Select";
import { titles } from "../paths";
import { BlockGrid } from "./BlockGrid";
import { content } from "./copy";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { isPoll, NO_POLL, optionsOf, POLL_PARAM, POLLS, pollBlocks, pollCall, readPollId } from "./polls";
import { Summary } from "./Summary";

const copy = content.polls;
const ROUTE = "content-dashboard/polls-breakdown";
const BAR = "groups";
const SUMMARY = { endpoint: `${POLLS}/info`, metrics: ["pollDto.polls", "pollDto.answers"] } as const;

/** The filter that the blocks of every poll open with. */
const POLL_OPENS = openingFilter(pollBlocks("", []));

/** Polls: the summary, the choice of a poll, and its answers. */
export default function PollsPage() {
  const params = toParams(useAppliedFilters(), BAR);
  // The call of the summary, which also returns the list of polls.
  const totals = useTotals(SUMMARY.endpoint, params);
  const [wanted, setWanted] = useWanted();
  const polls = totals.data?.pollList;
  // Other filters may not list the poll; the choice applies again once they do.
  const chosen = polls?.find(({ id }) => id === wanted && isPoll(id));
  return (
    <div className={css.page}>
      <PageHeader
        title={titles[ROUTE]}
        parent="content-dashboard"
        tools={
          <Export
            screen={chosen ? `${POLLS}/${chosen.id}` : POLLS}
            title={titles[ROUTE]}
            dashboardTitle={titles["content-dashboard"]}
            params={chosen ? { ...params, ...POLL_OPENS } : params}
            dashboardParams={params}
          />
        }
      />
      <FilterBar kind={BAR} />
      <Summary summary={SUMMARY} params={params} />
      {polls && (
        <div>
          <Select
            label={copy.choose}
            options={[
              { value: String(NO_POLL), label: copy.none },
              ...polls.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(chosen?.id ?? NO_POLL)}
            disabled={polls.length === 0}
            onChange={(id) => setWanted(Number(id))}
          />
        </div>
      )}
      {polls && !chosen && (
        <div className={css.panel}>
          {polls.length === 0 ? (
            <EmptyBlock title={copy.noPolls} />
          ) : (
            <EmptyState title={copy.chooseTitle} detail={copy.chooseHint} />
          )}
        </div>
      )}
      {/* The key clears the previous poll: its answers must not appear under another name. */}
      {chosen && <PollAnswers key={chosen.id} poll={chosen} params={params} />}
    </div>
  );
}

/** The poll in the address, and a function that changes it; no poll removes the parameter. */
function useWanted(): [number, (poll: number) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (poll: number) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (isPoll(poll)) next.set(POLL_PARAM, String(poll));
        else next.delete(POLL_PARAM);
        return next;
      },
      // Back leaves the screen instead of stepping through its polls.
      { replace: true, preventScrollReset: true },
    );
  return [readPollId(search.get(POLL_PARAM)), choose];
}

type PollAnswersProps = {
  readonly poll: { readonly id: number; readonly name: string };
  readonly params: FilterParams;
};

function PollAnswers({ poll, params }: PollAnswersProps) {
  // Not counted: choosing a poll changes only this part, and the summary's call counts for other filters.
  const call = useMemo(() => pollCall(poll.id), [poll.id]);
  const screen = useBlocks(call, { ...params, ...POLL_OPENS }, { counted: false });
  const { data, error, isError, refetch } = screen.all;
  const filePrefix = useMemo(() => [titles[ROUTE], poll.name], [poll.name]);
  const declared = useMemo(() => pollBlocks(poll.name, optionsOf(data)), [poll.name, data]);
  if (isError && !data) {
    return (
      <div className={css.panel}>
        <ErrorState
          title={blocks.failedTitle(copy.answers)}
          detail={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!data) {
    return (
      <div className={css.panel}>
        <TableSkeleton columns={2} />
      </div>
    );
  }
  return <BlockGrid blocks={declared} screen={screen} filePrefix={filePrefix} percentDecimals={1} />;
}
