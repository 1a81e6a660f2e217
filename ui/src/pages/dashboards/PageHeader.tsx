import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { screens as copy } from "#texts/page";
import { type GuardedRoute, pathTo } from "../../api/paths";
import { FROM_PAGE_PARAM, withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { backFrom } from "./back";
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
  return (
    <header className={css.header}>
      {parent && <BackLink parent={parent} />}
      <div className={css.line}>
        <h1 className={css.title}>{title}</h1>
        {tools && <div className={css.tools}>{tools}</div>}
      </div>
      {subtitle && <p className={css.subtitle}>{subtitle}</p>}
    </header>
  );
}

function BackLink({ parent }: { readonly parent: GuardedRoute }) {
  const filters = useAppliedFilters();
  const [search] = useSearchParams();
  const back = backFrom(parent, search.get(FROM_PAGE_PARAM));
  return (
    <Link className={css.back} to={withFilters(pathTo(back.route), filters)}>
      <ArrowLeft size={15} aria-hidden="true" />
      {copy.backTo(back.title)}
    </Link>
  );
}
