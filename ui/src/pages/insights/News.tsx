import { useIsFetching } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { type ReactNode, use, useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { news as copy } from "#texts/news";
import { pathTo, titles } from "../../api/paths";
import { Locked } from "../../figures/blocks/frame/locked";
import { withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import type { FilterParams, InsightNews, NewsAnswer } from "../../generated/wire";
import { Skeleton } from "../../kit";
import { Loaded } from "../../kit/parts/Loaded";
import { formatDate, formatNumber, formatRange } from "../../texts/format";
import { useNews } from "./calls";
import css from "./news.module.css";
import { MoveLink, WhyLink } from "./WhyLink";

type NewsProps = {
  readonly params: FilterParams;
  /** The calls that go first. */
  readonly after: readonly string[];
};

/** What happened, in sentences that open their explanations: of the score, of the period and of the last day. */
export default function News({ params, after }: NewsProps) {
  const answer = useNews(params, useAreThere(after));
  return (
    <div aria-busy={answer.isFetching} className={css.all} data-stale={answer.isPlaceholderData || undefined}>
      <Loaded of={answer} failed={copy.failed} waiting={<Waiting />}>
        {(news) => <Sentences news={news} />}
      </Loaded>
    </div>
  );
}

/** Whether these calls are answered. */
function useAreThere(calls: readonly string[]): boolean {
  const asked = useIsFetching({ predicate: ({ queryKey }) => calls.some((call) => call === queryKey[0]) });
  const [isDrawn, setDrawn] = useState(false);
  // They are asked when the page is first drawn.
  useEffect(() => setDrawn(true), []);
  return isDrawn && asked === 0;
}

/** As many grey lines as there usually are sentences. */
function Waiting() {
  return (
    <div className={css.waiting}>
      <Skeleton width="62%" height={16} />
      <Skeleton width="78%" height={16} />
      <Skeleton width="70%" height={16} />
    </div>
  );
}

function Sentences({ news: { score, insights } }: { readonly news: NewsAnswer }) {
  const filters = useAppliedFilters();
  const { pathname } = useLocation();
  const [what = score.note ?? "", ...why] = score.sentences;
  const isLocked = use(Locked);
  return (
    <>
      <dl className={css.news}>
        <Row of={copy.score}>
          <li>
            {score.sentences.length > 0 ? <WhyLink metric="score">{what}</WhyLink> : what} {why.join(" ")}
          </li>
        </Row>
        {insights && <OfPeriod insights={insights} />}
        {insights && <OfDay insights={insights} />}
      </dl>
      {insights && !isLocked && (
        <Link className={css.more} to={withFilters(pathTo("bond-insights"), filters, pathname)}>
          {copy.more}
          <ArrowRight size={16} aria-hidden="true" />
        </Link>
      )}
    </>
  );
}

/** What is said of something. */
function Row({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div className={css.row}>
      <dt>{of}</dt>
      <dd>
        <ul>{children}</ul>
      </dd>
    </div>
  );
}

function OfPeriod({ insights: { moves } }: { readonly insights: InsightNews }) {
  const { startDate, endDate, note, real, tests, insteadOf } = moves;
  if (startDate === null || endDate === null) {
    return <Row of={titles["bond-insights"]}>{note !== null && <li>{note}</li>}</Row>;
  }
  return (
    <Row of={formatRange(startDate, endDate)}>
      {insteadOf && (
        <li className={css.small} title={insteadOf.why}>
          {copy.instead}
        </li>
      )}
      {real === 0 && <li>{copy.nothing(formatNumber(tests))}</li>}
      {moves.moves.map((move) => (
        <li key={move.key}>
          <MoveLink move={move} of={moves} />
        </li>
      ))}
    </Row>
  );
}

function OfDay({ insights: { unusual } }: { readonly insights: InsightNews }) {
  const { day, tests, items } = unusual;
  if (day === null) return null;
  return (
    <Row of={formatDate(day)}>
      {items.length === 0 && <li>{tests === 0 ? copy.few : copy.dayNothing}</li>}
      {items.map(({ key, metric, sentence }) => (
        <li key={key}>
          <WhyLink metric={metric}>{sentence}</WhyLink>
        </li>
      ))}
    </Row>
  );
}
