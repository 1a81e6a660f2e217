import { content } from "#texts/screens";
import { POLL_PARAM, titles } from "../../api/paths";
import { useAddress } from "../../api/useAddress";
import { useTotals } from "../../figures/blocks/card/useTotals";
import { EmptyBlock } from "../../figures/blocks/frame/EmptyBlock";
import { Export } from "../../figures/exports/Export";
import { FilterBar } from "../../figures/filters/FilterBar";
import { useFilterParams } from "../../figures/filters/useFilters";
import { Button } from "../../kit/Button";
import { EmptyState } from "../../kit/EmptyState";
import { Select } from "../../kit/Select";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { PollAnswers } from "./PollAnswers";
import { isPoll, NO_POLL, POLL, POLL_OPENS, POLLS, POLLS_BAR, POLLS_ROUTE } from "./polls";
import { Summary } from "./Summary";

const copy = content.polls;
/** How many polls are offered where none is chosen. */
const OFFERED = 5;
const SUMMARY = { endpoint: `${POLLS}/info`, metrics: ["pollDto.polls", "pollDto.answers"] } as const;

/** Polls: the summary, the choice of a poll, and its answers. */
export default function PollsPage() {
  const params = useFilterParams(POLLS_BAR);
  // The call of the summary, which also returns the list of polls.
  const totals = useTotals(SUMMARY.endpoint, params);
  const [wanted, change] = useAddress(POLL_PARAM, POLL);
  const polls = totals.data?.pollList;
  // Other filters may not list the poll; the choice applies again once they do.
  const chosen = polls?.find(({ id }) => id === wanted && isPoll(id));
  return (
    <div className={css.page}>
      <PageHeader
        title={titles[POLLS_ROUTE]}
        parent="content-dashboard"
        tools={
          <Export
            screen={chosen ? `${POLLS}/${chosen.id}` : POLLS}
            title={titles[POLLS_ROUTE]}
            dashboardTitle={titles["content-dashboard"]}
            params={chosen ? { ...params, ...POLL_OPENS } : params}
            dashboardParams={params}
            isShared={chosen !== undefined}
          />
        }
      />
      <FilterBar kind={POLLS_BAR} />
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
            onChange={(id) => change(() => Number(id))}
          />
        </div>
      )}
      {polls && !chosen && (
        <div className={css.panel}>
          {polls.length === 0 ? (
            <EmptyBlock title={copy.noPolls} />
          ) : (
            <EmptyState
              title={isPoll(wanted) ? copy.notOpenTitle : copy.chooseTitle}
              detail={isPoll(wanted) ? copy.notOpenHint : copy.chooseHint}
              action={
                <div className={css.offered}>
                  {polls.slice(0, OFFERED).map(({ id, name }) => (
                    <Button key={id} size="sm" onClick={() => change(() => id)}>
                      {name}
                    </Button>
                  ))}
                </div>
              }
            />
          )}
        </div>
      )}
      {/* The key draws each poll anew: what a reader chose for one does not hold for the next. */}
      {chosen && <PollAnswers key={chosen.id} poll={chosen} params={params} />}
    </div>
  );
}
