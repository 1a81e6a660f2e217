import { memo, type ReactNode, useRef } from "react";
import { CrashBoundary } from "../../../kit/CrashBoundary";
import { AxisBlockView } from "../chart/AxisBlockView";
import { ChartSkeleton, PIE_HEIGHT } from "../chart/Chart";
import type { BlockDeclaration } from "../declaration";
import { FlowBlockView } from "../flow/FlowBlockView";
import { BlockFrame } from "../frame/BlockFrame";
import type { BlockViewProps } from "../frame/blockViewProps";
import { ListBlockView } from "../list/ListBlockView";
import { PieBlockView } from "../pie/PieBlockView";
import { TableBlockView } from "../table/TableBlockView";
import { TableSkeleton } from "../table/TableSkeleton";
import { useDrawQueue } from "../useDrawQueue";

type Props = Omit<BlockViewProps, "skeleton"> & {
  /** Whether it is near the top of the screen, and drawn with the answer. */
  readonly isFirst?: boolean;
};

/** The state of a block that has no figures yet. */
const LOADING = { source: { error: null, refetch: () => undefined }, isStale: false };

/**
 * Draws a block from its declaration. Until the screen has its answer, and the block its turn, only the title and grey
 * shapes: the tools of blocks that nobody sees yet would hold up the others.
 *
 * Memoised, so that a choice in one block does not redraw the others.
 */
export const BlockView = memo(function BlockView({ isFirst = false, ...given }: Props) {
  const place = useRef<HTMLElement>(null);
  const isOn = useDrawQueue(place, { isReady: !given.screen.all.isPending, isFirst });
  const view = { ...given, skeleton: skeletonOf(given.declaration) };
  if (!isOn) return <BlockFrame view={view} state={LOADING} isEmpty={false} place={place} />;
  const failed = (retry: () => void, error: Error) => (
    <BlockFrame view={view} state={{ ...LOADING, source: { error, refetch: retry } }} isEmpty={false} />
  );
  return (
    <CrashBoundary of={given.screen.all.data} failed={failed}>
      <DrawnBlock {...view} />
    </CrashBoundary>
  );
});

function DrawnBlock({ declaration, ...rest }: BlockViewProps) {
  switch (declaration.kind) {
    case "line":
    case "bars":
      return <AxisBlockView declaration={declaration} {...rest} />;
    case "pie":
      return <PieBlockView declaration={declaration} {...rest} />;
    case "table":
      return <TableBlockView declaration={declaration} {...rest} />;
    case "flow":
      return <FlowBlockView declaration={declaration} {...rest} />;
    case "list":
      return <ListBlockView declaration={declaration} {...rest} />;
  }
}

/** Grey shapes about as large as the block's figures. */
function skeletonOf(declaration: BlockDeclaration): ReactNode {
  switch (declaration.kind) {
    case "line":
    case "bars":
      return <ChartSkeleton aspect={declaration.aspect} />;
    case "pie":
      return <ChartSkeleton height={PIE_HEIGHT} aspect={declaration.aspect} />;
    case "flow":
      return <ChartSkeleton />;
    case "table":
    case "list":
      return <TableSkeleton columns={declaration.columns.length} />;
  }
}
