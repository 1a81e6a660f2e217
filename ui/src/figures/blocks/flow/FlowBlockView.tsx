import { useContext, useMemo } from "react";
import { charts } from "#texts/blocks";
import { flows as copy } from "#texts/flows";
import { useUserGroups } from "../../../api/query";
import type { FilterParams, ViewByH1 } from "../../../generated/wire";
import { Select } from "../../../kit/Select";
import { formatNumber } from "../../../texts/format";
import { useCounting } from "../../filters/counting";
import { GROUP_TYPES, GROUPINGS, OFFERED, ofType } from "../../filters/groupings";
import { WaysContext } from "../../ways/ways";
import { Chart } from "../chart/Chart";
import { ChartFrame, useDrawing } from "../chart/ChartFrame";
import type { FlowBlock } from "../declaration";
import { BlockNote } from "../frame/BlockNote";
import type { BlockViewProps } from "../frame/blockViewProps";
import { Locked } from "../frame/locked";
import { useBlock } from "../useBlocks";
import { ownFilter } from "../viewState";
import css from "./FlowBlockView.module.css";
import { FlowTable, flowRows } from "./FlowTable";
import { type End, type FlowModel, flowModel, isGroup, largestMoves } from "./flowModel";
import { flowOption } from "./flowOption";

const OPTIONS = OFFERED.map((value) => ({ value, label: GROUPINGS[value].label }));
/** A member is in one group of it: others have no groups to come from. */
const isSingle = (type: ViewByH1) => !("overlapNote" in GROUPINGS[type]);
/** As many moves are said; the table has all. */
const MOST_SAID = 5;

const full = (value: number) => formatNumber(value, { inFull: true });

/** How many joined and moved, in a sentence. */
function said({ all, joined, up, down, moved }: FlowModel, grouping: ViewByH1): string {
  return grouping === "TIER"
    ? copy.said(full(all), full(joined), full(up), full(down))
    : copy.saidWithoutOrder(full(all), full(joined), full(moved));
}

/** Whether only some groups are chosen. */
const isNarrowed = (params: FilterParams) =>
  GROUP_TYPES.some((type) => params[GROUPINGS[type].all as keyof FilterParams] === false);

/** A flow from groups to groups, and its table. */
export function FlowBlockView(props: BlockViewProps<FlowBlock>) {
  const { declaration, screen, colours, choice, onChoose } = props;
  const { title } = declaration;
  const { asTable } = choice;
  const state = useBlock(screen, declaration, ownFilter(declaration, choice));
  const isLocked = useContext(Locked);
  const ways = useContext(WaysContext);
  const drawing = useDrawing();
  const { theme, chart } = drawing;
  const groups = useUserGroups().data;
  const data = state.block?.form === "flows" ? state.block : null;
  const grouping = data?.viewByH1 ?? choice.viewByH1;
  const order = useMemo(() => ofType(groups ?? [], grouping).map(({ name }) => name), [groups, grouping]);
  const model = useMemo(() => (data ? flowModel(data.flows, order) : null), [data, order]);
  const option = useMemo(() => {
    if (!model) return null;
    const named = [...model.from, ...model.to].filter(({ key }) => isGroup(key));
    const names = [...new Set(named.map(({ name }) => name))];
    const found = colours.of(names);
    const colourOf = ({ key, name }: End) => (isGroup(key) ? (found[names.indexOf(name)] ?? null) : null);
    return flowOption(model, theme, colourOf);
  }, [model, theme, colours]);
  const isEmpty = !model || model.flows.length === 0;
  const sentence = model ? said(model, grouping) : "";
  const moves = model ? largestMoves(model).slice(0, MOST_SAID) : [];
  const named = (name: string) => name || copy.others;
  const spoken = [
    sentence,
    moves.length === 0
      ? copy.nobody
      : `${moves.map(({ from, to, value }) => copy.one(full(value ?? 0), named(from), named(to))).join(", ")}.`,
  ];
  const ofNow = useCounting(screen.params)?.groups === "NOW" && isNarrowed(screen.params);
  const notes = [...(model?.hasOthers ? [copy.othersNote] : []), ...(ofNow ? [copy.ofNow] : [])];
  return (
    <ChartFrame
      view={props}
      state={state}
      drawing={drawing}
      isEmpty={isEmpty && isSingle(grouping)}
      isDrawn={!isEmpty}
      notes={notes}
      pictureNotes={[sentence]}
      rows={() => (model ? flowRows(model) : [])}
      series={[]}
      tools={
        !isLocked && (
          <Select
            label={charts.viewBy}
            options={OPTIONS}
            value={choice.viewByH1}
            onChange={(viewByH1) => onChoose({ viewByH1 })}
          />
        )
      }
    >
      {!isSingle(grouping) && <BlockNote flush={false}>{copy.ofMany}</BlockNote>}
      {model && option && !isEmpty && (
        <>
          <p className={css.said}>{sentence}</p>
          <div className={css.both} data-table={asTable || undefined}>
            {!asTable && (
              <Chart
                option={option}
                height={320}
                font={theme.font}
                handle={chart}
                label={charts.chartText(title, spoken)}
              />
            )}
            <FlowTable
              title={title}
              model={model}
              wayOf={({ key, name }) =>
                isGroup(key) ? (ways?.moves([{ kind: grouping, name }]) ?? null) : null
              }
            />
          </div>
        </>
      )}
    </ChartFrame>
  );
}
