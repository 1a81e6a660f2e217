import { Lock } from "lucide-react";
import { useProgram } from "../api/query";
import { forbidden, unused } from "../copy";
import { EmptyState } from "../kit/EmptyState";
import { type GuardedRoute, titles } from "../paths";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { dashboardTitleOf, moduleOfRoute } from "./tree";

/** In the place of a screen that the user's roles do not open, or that the program does not use. */
export function ForbiddenPage({ route }: { readonly route: GuardedRoute }) {
  const program = useProgram();
  const module = moduleOfRoute(route);
  const isUnused = module !== null && program.data?.modules.includes(module) === false;
  const { title, detail } = isUnused
    ? { ...unused, detail: unused.detail(dashboardTitleOf(route)) }
    : forbidden;
  return (
    <div className={css.page}>
      <PageHeader title={titles[route]} />
      <section className={css.panel} aria-label={titles[route]}>
        {/* Until the program is known, nobody can say which of the two it is. */}
        {!program.isPending && <EmptyState icon={<Lock />} title={title} detail={detail} />}
      </section>
    </div>
  );
}
