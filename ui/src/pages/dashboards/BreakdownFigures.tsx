import { useMemo } from "react";
import { titles } from "../../api/paths";
import { useBlocks } from "../../figures/blocks/useBlocks";
import { BlockGrid } from "./BlockGrid";
import { useBreakdownParams } from "./breakdownParams";
import type { BreakdownDeclaration } from "./declaration";
import { Summary } from "./Summary";

type BreakdownFiguresProps = { readonly declaration: BreakdownDeclaration };

/** The figures of a breakdown: its summary and its blocks. */
export function BreakdownFigures({ declaration }: BreakdownFiguresProps) {
  const { route, summary, call } = declaration;
  const { params, blocks } = useBreakdownParams(declaration);
  const screen = useBlocks(call, blocks, { blocking: true });
  const filePrefix = useMemo(() => [titles[route]], [route]);
  return (
    <>
      {summary && <Summary summary={summary} params={params} />}
      <BlockGrid
        blocks={declaration.blocks}
        screen={screen}
        filePrefix={filePrefix}
        perRow={declaration.perRow}
        percentDecimals={declaration.percentDecimals}
      />
    </>
  );
}
