import { Lock } from "lucide-react";
import { forbidden, unused } from "#texts/page";
import { useProgram } from "../../api/query";
import type { ModuleCode } from "../../generated/wire";
import { EmptyState } from "../../kit/EmptyState";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

type ForbiddenPageProps = {
  /** The title of the page. */
  readonly title: string;
  /** The module that opens it, with the title of its dashboard; absent where no dashboard's does. */
  readonly of: { readonly module: ModuleCode; readonly dashboard: string } | undefined;
};

/** In the place of a page that the user's roles do not open, or that the program does not use. */
export function ForbiddenPage({ title, of }: ForbiddenPageProps) {
  const program = useProgram();
  const isUnused = of?.module && program.data?.modules.includes(of.module) === false;
  const said = isUnused ? { ...unused, detail: unused.detail(of.dashboard) } : forbidden;
  return (
    <div className={css.page}>
      <PageHeader title={title} />
      <section className={css.panel} aria-label={title}>
        {/* Until the program is known, nobody can say which of the two it is. */}
        {!program.isPending && <EmptyState icon={<Lock />} title={said.title} detail={said.detail} />}
      </section>
    </div>
  );
}
