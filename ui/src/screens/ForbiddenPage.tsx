import { Lock } from "lucide-react";
import { forbidden as copy } from "../copy";
import { EmptyState } from "../kit/EmptyState";
import { type GuardedRoute, titles } from "../paths";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

/** In the place of a screen that the user's roles do not open. */
export function ForbiddenPage({ route }: { readonly route: GuardedRoute }) {
  return (
    <div className={css.page}>
      <PageHeader title={titles[route]} />
      <section className={css.panel} aria-label={titles[route]}>
        <EmptyState icon={<Lock />} title={copy.title} detail={copy.detail} />
      </section>
    </div>
  );
}
