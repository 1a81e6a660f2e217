import { lazyComponent, useLoaded } from "../../kit/lazy";
import type { TargetProps } from "./TargetPart";

const Part = lazyComponent(() => import("./TargetPart"));

/** What a figure reaches of its target, or the button that sets its targets. A figure is shown without it until it is loaded. */
export function Target(props: TargetProps) {
  return useLoaded(Part) && <Part {...props} />;
}
