import { Hammer } from "lucide-react";
import { Link } from "react-router-dom";
import { screens as copy } from "../copy";
import { withFilters } from "../filters/codec";
import { useAppliedFilters } from "../filters/useFilters";
import { type GuardedRoute, guardedRoutes, pathTo } from "../paths";
import { buttonClass } from "../ui/Button";
import { parentOf } from "./back";
import css from "./ComingSoon.module.css";
import page from "./Page.module.css";
import { PageHeader } from "./PageHeader";

const MEANWHILE: readonly GuardedRoute[] = ["executive-summary", "user-dashboard/logins-breakdown"];

/** A screen that is not part of this release. It says so, and leads on with the filters kept. */
export function ComingSoon({ route }: { readonly route: GuardedRoute }) {
  const filters = useAppliedFilters();
  const title = guardedRoutes[route];
  return (
    <div className={page.page}>
      <PageHeader title={title} parent={parentOf(route)} />
      <section className={css.panel}>
        <span className={css.icon} aria-hidden="true">
          <Hammer size={24} strokeWidth={1.75} />
        </span>
        <h2 className={css.title}>{copy.comingTitle}</h2>
        <p className={css.text}>{copy.coming(title)}</p>
        <p className={css.text}>{copy.comingMeanwhile}</p>
        <div className={css.links}>
          {MEANWHILE.map((to) => (
            <Link
              key={to}
              to={withFilters(pathTo(to), filters)}
              className={buttonClass({ variant: "secondary" })}
            >
              {guardedRoutes[to]}
            </Link>
          ))}
        </div>
      </section>
    </div>
  );
}
