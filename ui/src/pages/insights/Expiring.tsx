import { charts } from "#texts/blocks";
import { insights } from "#texts/insights";
import { FigureCell } from "../../figures/blocks/frame/FigureText";
import { GROUPINGS } from "../../figures/filters/groupings";
import type { ExpiringAnswer, FilterParams } from "../../generated/wire";
import { Skeleton } from "../../kit";
import { DataTable } from "../../kit/DataTable";
import tableCss from "../../kit/forms/DataTable.module.css";
import { Loaded } from "../../kit/parts/Loaded";
import { formatDate } from "../../texts/format";
import { Section } from "../planner/Section";
import { useExpiring } from "./calls";
import css from "./insights.module.css";

const copy = insights.expiring;

/** Offers that end, and members who become dormant. */
export function Expiring({ params }: { readonly params: FilterParams }) {
  const answer = useExpiring({ ...params, viewByH1: "TIER" });
  const asOf = answer.data?.asOf;
  return (
    <Section title={copy.title} detail={asOf && copy.from(formatDate(asOf))} busy={answer.isFetching}>
      <Loaded of={answer} failed={copy.failed} waiting={<Skeleton height={240} />}>
        {(data) => <Ends answer={data} />}
      </Loaded>
    </Section>
  );
}

function Ends({ answer }: { readonly answer: ExpiringAnswer }) {
  const { asOf, days, offers, offersTotal, close } = answer;
  if (asOf === null) return <p>{copy.nothing}</p>;
  const left = (offersTotal ?? 0) - (offers?.length ?? 0);
  return (
    <div className={css.ends}>
      {offers && (
        <div>
          <h3>{copy.offers(days)}</h3>
          {offers.length === 0 ? (
            <p className={css.small}>{copy.noOffers(days)}</p>
          ) : (
            <div className={css.tall}>
              <DataTable
                caption={copy.offers(days)}
                inset
                columns={[
                  {
                    key: "offer",
                    title: copy.offer,
                    cell: ({ name, partner }) => (
                      <>
                        {name}
                        {/* Many offers have their partner's name in theirs. */}
                        {!name.includes(partner) && <span className={tableCss.under}>{partner}</span>}
                      </>
                    ),
                  },
                  {
                    key: "ends",
                    title: copy.ends,
                    cell: ({ ends }) => <span className={css.date}>{formatDate(ends)}</span>,
                  },
                  {
                    key: "clicks",
                    title: copy.clicks(days),
                    isNumber: true,
                    cell: ({ clicks, hidden }) => (
                      <FigureCell value={clicks} unit="count" currency="USD" hidden={hidden ?? undefined} />
                    ),
                  },
                ]}
                rows={offers}
                keyOf={({ id }) => id}
                empty={null}
              />
            </div>
          )}
          {left > 0 && <p className={css.small}>{copy.more(left)}</p>}
        </div>
      )}
      <div>
        <h3>{copy.dormant(close.noticeDays)}</h3>
        <DataTable
          caption={copy.dormant(close.noticeDays)}
          inset
          columns={[
            {
              key: "group",
              title: GROUPINGS[close.viewByH1].label,
              cell: ({ isTotal, name }) => (isTotal ? charts.total : name),
            },
            {
              key: "members",
              title: copy.members,
              isNumber: true,
              cell: ({ dormant, hidden }) => (
                <FigureCell value={dormant} unit="count" currency="USD" hidden={hidden?.dormant} />
              ),
            },
          ]}
          rows={close.rows}
          keyOf={({ id }) => id ?? "total"}
          kindOf={({ isTotal }) => (isTotal ? "total" : undefined)}
          empty={null}
        />
      </div>
    </div>
  );
}
