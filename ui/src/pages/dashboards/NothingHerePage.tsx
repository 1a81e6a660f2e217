import { FileText } from "lucide-react";
import { Link } from "react-router-dom";
import { nothingHere as copy } from "#texts/screens";
import { type GuardedRoute, pathTo, titles } from "../../api/paths";
import { withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { buttonClass } from "../../kit/Button";
import { EmptyState } from "../../kit/EmptyState";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

const INSTEAD: GuardedRoute = "content-dashboard";

/** A specified screen without content: it says so, and links to the figures of its subject. */
export default function NothingHerePage({ route }: { readonly route: GuardedRoute }) {
  const filters = useAppliedFilters();
  return (
    <div className={css.page}>
      <PageHeader title={titles[route]} />
      <section className={css.panel} aria-label={titles[route]}>
        <EmptyState
          icon={<FileText />}
          title={copy.title}
          detail={copy.detail}
          action={
            <Link
              to={withFilters(pathTo(INSTEAD), filters)}
              className={buttonClass({ variant: "secondary" })}
            >
              {titles[INSTEAD]}
            </Link>
          }
        />
      </section>
    </div>
  );
}
