import { latePart, useIsLoaded } from "../kit/late";
import { loadStyles, TARGET_STYLES } from "../theme/lateStyles";
import type { TargetProps } from "./TargetPart";

const Part = latePart(async () => {
  const [part] = await Promise.all([import("./TargetPart"), loadStyles(TARGET_STYLES)]);
  return part;
});

/** What a figure reaches of its target, or the button that sets its targets. A figure is shown without it until it is loaded. */
export function Target(props: TargetProps) {
  return useIsLoaded(Part) && <Part {...props} />;
}
