import { Download } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import type { FilterParams } from "../api/generated/wire";
import { screens as copy } from "../copy";
import { Button } from "../kit/Button";
import { latePart, useIsLoaded } from "../kit/late";
import { useMaySee } from "../session";

// Neither the menu nor what it does is needed at first.
const ExportMenu = latePart(() => import("./ExportMenu"));

/** Properties of {@link Export}. */
export type ExportProps = {
  /** The path of the screen's call, and the titles of the screen and of its dashboard. */
  readonly screen: string;
  readonly title: string;
  readonly dashboardTitle: string;
  /** The filter of the screen, and the one that its dashboard has. */
  readonly params: FilterParams;
  readonly dashboardParams: FilterParams;
};

/** The button that takes a screen along as a file, for those who may. */
export function Export(props: ExportProps) {
  return useMaySee("EXPORT") ? <Menu {...props} /> : null;
}

function Menu(props: ExportProps) {
  // A press before the menu's code is loaded opens the menu afterwards.
  const [pressed, setPressed] = useState(false);
  const trigger = <ExportTrigger onClick={() => setPressed(true)}>{copy.export}</ExportTrigger>;
  if (!useIsLoaded(ExportMenu)) return trigger;
  return (
    <Suspense fallback={trigger}>
      <ExportMenu {...props} Trigger={ExportTrigger} startsOpen={pressed} />
    </Suspense>
  );
}

function ExportTrigger(props: ComponentProps<"button">) {
  return <Button size="sm" icon={<Download aria-hidden="true" />} aria-haspopup="menu" {...props} />;
}
