import { latePart, useIsLoaded } from "../../kit/late";
import type { TargetProps } from "./TargetPart";

const Part = latePart(() => import("./TargetPart"));

/** What a figure reaches of its target, or the button that sets its targets. A figure is shown without it until it is loaded. */
export function Target(props: TargetProps) {
  return useIsLoaded(Part) && <Part {...props} />;
}
