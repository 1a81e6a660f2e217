import { useContext, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { charts } from "#texts/blocks";
import { panels } from "#texts/filters";
import { filters } from "#texts/page";
import { useMinimumMembers } from "../../../api/query";
import { Button } from "../../../kit/Button";
import { EmptyState } from "../../../kit/EmptyState";
import { SearchField } from "../../../kit/SearchField";
import { formatRange } from "../../../texts/format";
import { WaysContext } from "../../ways/ways";
import type { BlockData } from "../blockData";
import { canCompare, type ListBlock, type OwnFilter, openingSort, type Sort } from "../declaration";
import { columnsOf } from "../figureInfo";
import { BlockFrame } from "../frame/BlockFrame";
import type { BlockViewProps } from "../frame/blockViewProps";
import { DownloadButton, saveRows } from "../frame/DownloadButton";
import { Locked } from "../frame/locked";
import { OnlyThis } from "../frame/OnlyThis";
import { CompareButton } from "../table/CompareButton";
import { bothOf, comparedColumns, comparedItems } from "../table/compared";
import { Table } from "../table/Table";
import { tableRows } from "../table/tableRows";
import { useOrdered } from "../table/useOrdered";
import { useBlock, useBlockIn } from "../useBlocks";
import type { ViewState } from "../viewState";
import css from "./ListBlockView.module.css";
import { listRows, matching, rowsIn, rowsLeftOut, searchable } from "./listRows";
import { SeeAlso } from "./SeeAlso";

/** Requests every row, including the past of a schedule. */
const EVERYTHING: OwnFilter = { recordCount: 0 };
/** Requests all rows that the first ones were taken from. */
const NO_CAP: OwnFilter = { recordCount: null };
/** Uses the rows returned with the other blocks. */
const AS_ANSWERED: OwnFilter = {};

/**
 * The filter of a list. The first rows by one column are not the first by another, nor those that match a search: all are
 * needed to sort, search, save or compare them.
 *
 * @param wantsFile whether the reader has saved the list
 * @param first the data returned with the other blocks
 */
function listFilter(
  declaration: ListBlock,
  { sort, search, isWhole, only, isCompared }: ViewState,
  wantsFile: boolean,
  first: BlockData | undefined,
): OwnFilter {
  const count = first ? rowsIn(first, declaration.part).length : 0;
  if (!first || rowsLeftOut(first, count) === 0) return AS_ANSWERED;
  if (isWhole) return EVERYTHING;
  const needsAll = wantsFile || isCompared || search.trim() !== "" || only !== "";
  return needsAll || !isOpeningSort(declaration, sort) ? NO_CAP : AS_ANSWERED;
}

/** Whether a sort is the initial one of a list. */
function isOpeningSort(declaration: ListBlock, { column, descending }: Sort): boolean {
  const sort = openingSort(declaration);
  return sort.column === column && sort.descending === descending;
}

/** A list: the first rows, or all on request. */
export function ListBlockView(props: BlockViewProps<ListBlock>) {
  const { declaration, screen, choice, onChoose, currency, percentDecimals, compared } = props;
  const isLocked = useContext(Locked);
  const ways = useContext(WaysContext);
  const { title, part, items, first, rank, search: placeholder, show, orderNote } = declaration;
  const { sort, search, only } = choice;
  const isWhole = choice.isWhole || show === undefined;
  const [wantsFile, setWantsFile] = useState(false);
  const mayCompare = canCompare(declaration) && !isLocked && Boolean(compared);
  const isCompared = mayCompare && choice.isCompared;
  const own = listFilter(
    declaration,
    { ...choice, isCompared },
    wantsFile,
    screen.all.data?.[declaration.block],
  );
  const now = useBlock(screen, declaration, own);
  // All of them: what is not among the first now may have been then.
  const earlier = useBlockIn(screen, declaration, NO_CAP, isCompared ? (compared ?? null) : null);
  const state = isCompared ? bothOf(now, earlier) : now;
  const leastMembers = useMinimumMembers();
  const columns = useMemo(() => {
    const figures = screen.call.figures(declaration.block);
    const columns = columnsOf(figures, declaration.columns);
    return isCompared ? comparedColumns(columns, declaration.columns, figures) : columns;
  }, [screen.call, declaration, isCompared]);
  const rows = useMemo(() => {
    const rowsOf = (block: BlockData | undefined) =>
      block ? listRows(rowsIn(block, part), first.field) : [];
    const rows = rowsOf(now.block);
    // Until both are known nothing is said of rows that are only in one.
    if (!isCompared || earlier.block === undefined) return rows;
    const texts = [first.field, ...columns.flatMap(({ field, unit }) => (unit === undefined ? field : []))];
    const partial = "partial" in earlier.block ? (earlier.block.partial ?? []) : [];
    return comparedItems(rows, rowsOf(earlier.block), columns, (field) => !partial.includes(field), texts);
  }, [now.block, earlier.block, isCompared, columns, part, first.field]);
  const leftOut = state.block ? rowsLeftOut(state.block, rows.length) : 0;
  const { answered, ordered } = useOrdered(rows, sort);
  const texts = useMemo(() => searchable(ordered, columns), [ordered, columns]);
  // The field reacts to every letter at once; a long list may lag behind.
  const text = useDeferredValue(search);
  const found = useMemo(
    () => (only === "" ? matching(texts, text) : ordered.filter(({ name }) => name === only)),
    [texts, text, ordered, only],
  );
  const shown = useMemo(() => (isWhole ? found : found.slice(0, show)), [isWhole, found, show]);
  const seeAlso = isLocked ? undefined : declaration.seeAlso;
  const isCut = only === "" && (leftOut !== 0 || shown.length < found.length);
  const [isSaving, setSaving] = useState(false);
  const { error } = state.source;
  const isLoaded = !state.isStale && (leftOut === 0 || own !== AS_ANSWERED);
  const save = useEffectEvent(() => {
    setSaving(false);
    if (error) return;
    saveRows(
      props,
      tableRows(found, columns, [first.label], { total: charts.total, currency, rank, leastMembers }),
    );
  });
  useEffect(() => {
    if (isSaving && isLoaded) save();
  }, [isSaving, isLoaded]);
  return (
    <BlockFrame
      view={props}
      state={state}
      flush
      isEmpty={rows.length === 0}
      notes={[
        ...(isCompared && compared ? [filters.comparedWith(formatRange(compared.start, compared.end))] : []),
        ...(orderNote && isOpeningSort(declaration, sort) ? [orderNote] : []),
        ...(only === "" ? [] : [charts.restOfAll]),
      ]}
      tools={
        <>
          <OnlyThis only={only} onChoose={onChoose} />
          {placeholder && only === "" && (
            <SearchField
              label={panels.searchIn(title)}
              placeholder={placeholder}
              value={search}
              onChange={(next) => onChoose({ search: next })}
            />
          )}
          {mayCompare && <CompareButton {...{ declaration, choice, onChoose }} />}
          <DownloadButton
            title={title}
            format="csv"
            disabled={found.length === 0}
            onClick={() => {
              // A file cannot show that rows are missing, so it is saved once all are loaded.
              setWantsFile(true);
              setSaving(true);
            }}
          />
        </>
      }
    >
      {found.length === 0 ? (
        <EmptyState title={charts.noMatchTitle} detail={charts.noMatchHint} />
      ) : (
        <Table
          label={title}
          firstColumn={first.label}
          firstText={first.format}
          rank={rank}
          columns={columns}
          rows={shown}
          all={answered}
          sort={sort}
          onSort={(next) => onChoose({ sort: next })}
          currency={currency}
          percentDecimals={percentDecimals}
          wayOf={({ name }) => (items && only === "" && ways ? ways.to([{ kind: items, name }]) : null)}
        />
      )}
      {(isCut || seeAlso) && (
        <div className={css.more}>
          {isCut && (
            <Button size="sm" onClick={() => onChoose({ isWhole: true })}>
              {charts.showAll(leftOut === null ? null : found.length + leftOut)}
            </Button>
          )}
          {seeAlso && <SeeAlso {...seeAlso} />}
        </div>
      )}
    </BlockFrame>
  );
}
