import { AxisBlockView } from "./AxisBlockView";
import type { BlockViewProps } from "./blockViewProps";
import { ListBlockView } from "./ListBlockView";
import { PieBlockView } from "./PieBlockView";
import { TableBlockView } from "./TableBlockView";

/** Draws a block as it is declared. */
export function BlockView({ declaration, ...rest }: BlockViewProps) {
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
}
