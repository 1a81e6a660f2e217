import { Download } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { screens as copy } from "#texts/page";
import { useMaySee } from "../../api/session";
import { Button } from "../../kit/Button";
import { lazyComponent, useLoaded } from "../../kit/lazy";
import type { ExportedScreen } from "./useExport";

// Neither the menu nor what it does is needed at first.
const ExportMenu = lazyComponent(() => import("./ExportMenu"));

/** The button that takes a screen along as a file, for those who may. */
export function Export(props: ExportedScreen) {
  return useMaySee("EXPORT") ? <Menu {...props} /> : null;
}

function Menu(props: ExportedScreen) {
  // A press before the menu's code is loaded opens the menu afterwards.
  const [pressed, setPressed] = useState(false);
  const trigger = <ExportTrigger onClick={() => setPressed(true)}>{copy.export}</ExportTrigger>;
  if (!useLoaded(ExportMenu)) return trigger;
  return (
    <Suspense fallback={trigger}>
      <ExportMenu {...props} Trigger={ExportTrigger} startsOpen={pressed} />
    </Suspense>
  );
}

function ExportTrigger(props: ComponentProps<"button">) {
  return <Button size="sm" icon={<Download aria-hidden="true" />} aria-haspopup="menu" {...props} />;
}
