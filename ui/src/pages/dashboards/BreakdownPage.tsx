import { titles } from "../../api/paths";
import { Export } from "../../figures/exports/Export";
import { FilterBar } from "../../figures/filters/FilterBar";
import { BreakdownFigures } from "./BreakdownFigures";
import { useBreakdownParams } from "./breakdownParams";
import type { BreakdownDeclaration } from "./declaration";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";

/** Draws a breakdown from its declaration. */
export default function BreakdownPage({ declaration }: { readonly declaration: BreakdownDeclaration }) {
  const { route, parent, bar, subtitle, summary } = declaration;
  const { params, opening, blocks } = useBreakdownParams(declaration);
  return (
    <div className={css.page}>
      <PageHeader
        title={titles[route]}
        subtitle={subtitle}
        parent={parent}
        tools={
          declaration.isExported && (
            <Export
              screen={declaration.endpoint}
              title={titles[route]}
              dashboardTitle={titles[parent]}
              params={blocks.recordCount === 0 ? { ...opening, recordCount: 0 } : opening}
              dashboardParams={params}
              blocks={declaration.blocks}
            />
          )
        }
      />
      <FilterBar kind={bar} compares={summary !== undefined} />
      <BreakdownFigures declaration={declaration} />
    </div>
  );
}
