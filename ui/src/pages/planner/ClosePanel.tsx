import { Download } from "lucide-react";
import { useState } from "react";
import { charts } from "#texts/blocks";
import { planner } from "#texts/planner";
import { useMaySee } from "../../api/session";
import { BlockNote } from "../../figures/blocks/frame/BlockNote";
import { fileName, saveFile } from "../../figures/blocks/frame/download";
import { FigureCell } from "../../figures/blocks/frame/FigureText";
import { TableSkeleton } from "../../figures/blocks/table/TableSkeleton";
import { notesOf } from "../../figures/filters/counting";
import { addDays } from "../../figures/filters/dates";
import { GROUPINGS, OFFERED } from "../../figures/filters/groupings";
import type { CloseAnswer, ClosePeople, CloseTo, FilterParams, GroupType } from "../../generated/wire";
import { IconButton, notify } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import { EmptyState } from "../../kit/EmptyState";
import { Fold } from "../../kit/Fold";
import { Loaded } from "../../kit/parts/Loaded";
import { SegmentedControl } from "../../kit/SegmentedControl";
import { Select } from "../../kit/Select";
import { useDoing } from "../../kit/useDoing";
import { formatDate, formatRange } from "../../texts/format";
import { membersFile, useClose } from "./calls";
import css from "./planner.module.css";
import { Section } from "./Section";

const copy = planner.close;

const COLUMNS = ["active", "engaged", "dormant"] as const satisfies readonly CloseTo[];
const VIEWS = OFFERED.map((value) => ({ value, label: GROUPINGS[value].label }));

type ClosePanelProps = {
  readonly params: FilterParams;
  /** The last day with logins. */
  readonly through: string;
  /** The length of the score's window. */
  readonly windowDays: number;
};

/**
 * Members at each distance from a threshold, by group, with their ids for those who may have them. They are those of now,
 * to whom one can write, even where the filter's period is over; that period is a choice.
 */
export function ClosePanel({ params, through, windowDays }: ClosePanelProps) {
  const [window, setWindow] = useState<"latest" | "filter">("latest");
  const [viewBy, setViewBy] = useState<GroupType>("TIER");
  const asked: FilterParams = {
    ...params,
    ...(window === "latest"
      ? { period: "SELECTED_DATE", startDate: addDays(through, 1 - windowDays), endDate: through }
      : undefined),
    viewByH1: viewBy,
  };
  const answer = useClose(asked);
  const asOf = answer.data?.asOf;
  return (
    <Section
      title={copy.title}
      detail={
        asOf &&
        (asOf < through
          ? copy.asOfBefore(formatDate(asOf), formatDate(through))
          : copy.asOf(formatDate(asOf)))
      }
      flush
      busy={answer.isFetching}
      tools={
        <>
          <SegmentedControl
            label={copy.window}
            options={[
              { value: "latest", label: copy.windows.latest(windowDays) },
              { value: "filter", label: copy.windows.filter },
            ]}
            value={window}
            onChange={setWindow}
          />
          <Select label={copy.viewBy} options={VIEWS} value={viewBy} onChange={setViewBy} />
        </>
      }
    >
      <Loaded of={answer} failed={copy.failed} waiting={<TableSkeleton columns={4} />}>
        {(data) => <People answer={data} asked={asked} />}
      </Loaded>
    </Section>
  );
}

type PeopleProps = { readonly answer: CloseAnswer; readonly asked: FilterParams };

function People({ answer, asked }: PeopleProps) {
  const mayList = useMaySee("PEOPLE");
  const { rows, viewByH1, asOf, startDate, noticeDays, dormantDays, hidden } = answer;
  if (rows.length === 0 || asOf === null || startDate === null) return <EmptyState title={copy.emptyTitle} />;
  const notes = [
    copy.explain(formatRange(startDate, asOf)),
    copy.explainDormant(formatDate(asOf), noticeDays, dormantDays),
    // Whoever is dormant soon is in a group now.
    ...notesOf([viewByH1], true, { groups: "NOW", isChosen: false }),
    ...(hidden === undefined ? [] : [copy.hiddenNote(hidden)]),
    ...(mayList ? [copy.recorded] : []),
  ];
  return (
    <>
      <div className={css.close}>
        <DataTable
          caption={copy.title}
          columns={[
            {
              key: "group",
              title: GROUPINGS[viewByH1].label,
              cell: ({ isTotal, name }) => (isTotal ? charts.total : name),
            },
            ...COLUMNS.map((column) => ({
              key: column,
              title: copy.columns[column],
              isNumber: true,
              cell: (row: ClosePeople) => (
                <span className={css.people}>
                  <FigureCell value={row[column]} unit="count" currency="USD" hidden={row.hidden?.[column]} />
                  {mayList && <Ids row={row} column={column} asked={asked} viewBy={viewByH1} />}
                </span>
              ),
            })),
          ]}
          rows={rows}
          keyOf={({ id }) => id ?? "total"}
          kindOf={({ isTotal }) => (isTotal ? "total" : undefined)}
          empty={null}
        />
      </div>
      <Fold title={copy.notes} flush>
        {notes.map((text) => (
          <BlockNote key={text} flush>
            {text}
          </BlockNote>
        ))}
      </Fold>
    </>
  );
}

type IdsProps = {
  readonly row: ClosePeople;
  readonly column: CloseTo;
  readonly asked: FilterParams;
  readonly viewBy: GroupType;
};

/** Downloads the ids of one cell. */
function Ids({ row, column, asked, viewBy }: IdsProps) {
  const { isBusy, run } = useDoing(() => notify({ status: "error", message: copy.downloadFailed }));
  const group = row.isTotal ? copy.allGroups : row.name;
  const download = async () => {
    const { ids, all } = GROUPINGS[viewBy];
    const ofGroup = row.id === null ? undefined : { [ids]: [row.id], [all]: false };
    const file = await membersFile({ ...asked, ...ofGroup }, column);
    const { startDate: start, endDate: end } = asked;
    const window = start && end ? { start, end } : null;
    saveFile(fileName([copy.columns[column], group], window, "csv"), file);
  };
  return (
    <IconButton
      label={copy.download(group, copy.columns[column])}
      icon={<Download />}
      // Whether there is somebody is not said where the number is hidden.
      disabled={row[column] === 0}
      aria-busy={isBusy}
      onClick={() => void run(download)}
    />
  );
}
