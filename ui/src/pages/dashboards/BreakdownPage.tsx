import { useMemo } from "react";
import { titles } from "../../api/paths";
import { useBlocks } from "../../figures/blocks/useBlocks";
import { Export } from "../../figures/exports/Export";
import { FilterBar } from "../../figures/filters/FilterBar";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { BlockGrid } from "./BlockGrid";
import { breakdownParams } from "./breakdownParams";
import type { BreakdownDeclaration } from "./declaration";
import css from "./Page.module.css";
import { PageHeader } from "./PageHeader";
import { Summary } from "./Summary";

/** Draws a breakdown from its declaration. */
export default function BreakdownPage({ declaration }: { readonly declaration: BreakdownDeclaration }) {
  const { route, parent, bar, subtitle, summary, call } = declaration;
  const filters = useAppliedFilters();
  const { params, opening, blocks } = useMemo(
    () => breakdownParams(declaration, filters),
    [declaration, filters],
  );
  const screen = useBlocks(call, blocks, { blocking: true });
  const filePrefix = useMemo(() => [titles[route]], [route]);
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
            />
          )
        }
      />
      <FilterBar kind={bar} compares={summary !== undefined} />
      {summary && <Summary summary={summary} params={params} />}
      <BlockGrid
        blocks={declaration.blocks}
        screen={screen}
        filePrefix={filePrefix}
        perRow={declaration.perRow}
        percentDecimals={declaration.percentDecimals}
      />
    </div>
  );
}
