import { memo } from "react";
import { AxisBlockView } from "../chart/AxisBlockView";
import type { BlockViewProps } from "../frame/blockViewProps";
import { ListBlockView } from "../list/ListBlockView";
import { PieBlockView } from "../pie/PieBlockView";
import { TableBlockView } from "../table/TableBlockView";

/** Draws a block from its declaration. Memoised, so that a choice in one block does not redraw the others. */
export const BlockView = memo(function BlockView({ declaration, ...rest }: BlockViewProps) {
  switch (declaration.kind) {
    case "line":
    case "bars":
      return <AxisBlockView declaration={declaration} {...rest} />;
    case "pie":
      return <PieBlockView declaration={declaration} {...rest} />;
    case "table":
      return <TableBlockView declaration={declaration} {...rest} />;
    case "list":
      return <ListBlockView declaration={declaration} {...rest} />;
  }
});
