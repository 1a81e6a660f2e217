import { ArrowLeft, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { screens as copy } from "#texts/page";
import { EXPLAIN, type GuardedRoute, pathTo, routeOf } from "../../api/paths";
import { FROM_PAGE_PARAM, withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { type Back, backFrom, wayBack } from "./back";
import css from "./PageHeader.module.css";

export type PageHeaderProps = {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** The dashboard that a breakdown links back to. */
  readonly parent?: GuardedRoute | null | undefined;
  /** Commands for the whole screen. */
  readonly tools?: ReactNode;
};

/** The header of a screen: title, and the back link with the filters. */
export function PageHeader({ title, subtitle, parent, tools }: PageHeaderProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const from = search.get(FROM_PAGE_PARAM);
  // An explanation belongs to the screen that it was opened from.
  const isBelow = Boolean(parent) && routeOf(pathname) !== EXPLAIN;
  const way = wayBack(from, pathname, isBelow);
  return (
    <header className={css.header}>
      {parent && (isBelow || !way) && <BackLink back={backFrom(parent, way ? null : from)} />}
      {way && (
        <Link className={css.back} to={way.to}>
          <Undo2 size={15} aria-hidden="true" />
          {copy.backTo(way.title)}
        </Link>
      )}
      <div className={css.line}>
        <h1 className={css.title}>{title}</h1>
        {tools && <div className={css.tools}>{tools}</div>}
      </div>
      {subtitle && <p className={css.subtitle}>{subtitle}</p>}
    </header>
  );
}

function BackLink({ back }: { readonly back: Back }) {
  const filters = useAppliedFilters();
  return (
    <Link className={css.back} to={withFilters(pathTo(back.route), filters)}>
      <ArrowLeft size={15} aria-hidden="true" />
      {copy.backTo(back.title)}
    </Link>
  );
}
