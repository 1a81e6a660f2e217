import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { method as copy } from "#texts/method";
import { ApiError } from "../../../api/client";
import { formatMove, formatPoints } from "../../../figures/score/describeScore";
import type { GroupEffect, MethodEffect, MethodVersion, PartEffect } from "../../../generated/wire";
import { Button, Skeleton } from "../../../kit";
import { type Column, DataTable } from "../../../kit/DataTable";
import { messageOf } from "../../../kit/parts/errors";
import { Loaded } from "../../../kit/parts/Loaded";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import panel from "../../../kit/parts/Panel.module.css";
import { Quiet } from "../../../kit/parts/Section";
import { formatDate, formatNumber, formatUnit } from "../../../texts/format";
import { MonthsChart } from "./MonthsChart";
import css from "./method.module.css";

/** So many groups are shown at first. */
const FIRST_GROUPS = 10;

type EffectPanelProps = {
  readonly effect: UseQueryResult<MethodEffect>;
  readonly published: string;
  readonly versions: readonly MethodVersion[];
  /** Whether the page knows that the draft is wrong, and has not asked. */
  readonly isWrong: boolean;
};

/** What the draft does to the score: over months, by group, and with other weights. */
export function EffectPanel({ effect, published, versions, isWrong }: EffectPanelProps) {
  const { error } = effect;
  const isRefused = error instanceof ApiError && error.status === 400;
  // What was shown before is of another draft.
  const data = isWrong ? undefined : effect.data;
  return (
    <Panel title={copy.effectTitle} detail={data?.asOf ? copy.effectAbout(formatDate(data.asOf)) : undefined}>
      {isWrong || isRefused ? (
        <PanelBody>
          <Quiet>{copy.effectWaits}</Quiet>
        </PanelBody>
      ) : (
        <Loaded
          of={effect}
          failed={copy.failed}
          reason={messageOf}
          box={panel.body}
          waiting={
            <PanelBody>
              <Skeleton height={320} />
            </PanelBody>
          }
        >
          {(answer) => (
            <>
              <PanelBody>
                <MonthsChart effect={answer} published={published} versions={versions} />
              </PanelBody>
              <h3 className={css.head}>{copy.groupsTitle}</h3>
              <Groups groups={answer.groups} published={published} />
              <h3 className={css.head}>{copy.sensitivityTitle}</h3>
              <p className={css.about}>{copy.sensitivityAbout}</p>
              <DataTable
                caption={copy.sensitivityTitle}
                columns={SENSITIVITY}
                rows={answer.parts}
                keyOf={({ part }) => part}
                empty={null}
                hasMore
              />
            </>
          )}
        </Loaded>
      )}
    </Panel>
  );
}

function Groups({
  groups,
  published,
}: {
  readonly groups: readonly GroupEffect[];
  readonly published: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const columns = useMemo<readonly Column<GroupEffect>[]>(
    () => [
      { key: "group", title: copy.group, cell: ({ name }) => name },
      {
        key: "grouping",
        title: copy.grouping,
        isExtra: true,
        cell: ({ grouping }) => copy.groupings[grouping],
      },
      {
        key: "published",
        title: copy.byPublished(published),
        isNumber: true,
        cell: (group) => formatPoints(group.published),
      },
      {
        key: "drafted",
        title: copy.byDraft,
        isNumber: true,
        cell: ({ drafted }) => formatPoints(drafted),
      },
      {
        key: "difference",
        title: copy.difference,
        isNumber: true,
        cell: ({ difference }) => (difference === null ? formatPoints(null) : formatMove(difference)),
      },
    ],
    [published],
  );
  const shown = isWhole ? groups : groups.slice(0, FIRST_GROUPS);
  return (
    <>
      <DataTable
        caption={copy.groupsTitle}
        columns={columns}
        rows={shown}
        keyOf={({ grouping, id }) => `${grouping} ${id}`}
        empty={null}
        hasMore
      />
      {shown.length < groups.length && (
        <div className={css.all}>
          <Button size="sm" onClick={() => setWhole(true)}>
            {copy.allGroups(formatNumber(groups.length))}
          </Button>
        </div>
      )}
    </>
  );
}

const SENSITIVITY: readonly Column<PartEffect>[] = [
  { key: "part", title: copy.part, cell: ({ label }) => label },
  {
    key: "value",
    title: copy.value,
    isNumber: true,
    isExtra: true,
    cell: ({ value, unit }) => formatUnit(value, unit),
  },
  {
    key: "points",
    title: copy.points,
    isNumber: true,
    isExtra: true,
    cell: ({ state, draftedPoints, possiblePoints }) =>
      state === "leftOut"
        ? copy.leftOut
        : copy.ofPossible(formatPoints(draftedPoints), formatPoints(possiblePoints)),
  },
  { key: "less", title: copy.less, isNumber: true, cell: ({ less }) => formatPoints(less) },
  { key: "more", title: copy.more, isNumber: true, cell: ({ more }) => formatPoints(more) },
  { key: "without", title: copy.without, isNumber: true, cell: ({ without }) => formatPoints(without) },
];
