import { useMemo } from "react";
import { blocks } from "#texts/page";
import { content } from "#texts/screens";
import { titles } from "../../api/paths";
import { TableSkeleton } from "../../figures/blocks/table/TableSkeleton";
import { useBlocks } from "../../figures/blocks/useBlocks";
import type { FilterParams } from "../../generated/wire";
import { Loaded } from "../../kit/parts/Loaded";
import { BlockGrid } from "./BlockGrid";
import css from "./Page.module.css";
import { optionsOf, POLL_OPENS, POLLS_ROUTE, pollBlocks, pollCall } from "./polls";

const copy = content.polls;

type PollAnswersProps = {
  readonly poll: { readonly id: number; readonly name: string };
  readonly params: FilterParams;
};

/** The answers to a poll: its options, and its answers by user groups. */
export function PollAnswers({ poll, params }: PollAnswersProps) {
  const call = useMemo(() => pollCall(poll.id), [poll.id]);
  const screen = useBlocks(call, { ...params, ...POLL_OPENS });
  const { data } = screen.all;
  const filePrefix = useMemo(() => [titles[POLLS_ROUTE], poll.name], [poll.name]);
  const declared = useMemo(() => pollBlocks(poll.name, optionsOf(data)), [poll.name, data]);
  const skeleton = (
    <div className={css.panel}>
      <TableSkeleton columns={2} />
    </div>
  );
  return (
    <Loaded of={screen.all} failed={blocks.failedTitle(copy.answers)} box={css.panel} waiting={skeleton}>
      {() => <BlockGrid blocks={declared} screen={screen} filePrefix={filePrefix} percentDecimals={1} />}
    </Loaded>
  );
}
