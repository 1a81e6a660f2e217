import { Download, Share2 } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { screens as copy } from "#texts/page";
import { useMaySee } from "../../api/session";
import { Button } from "../../kit/Button";
import { lazyComponent, useLoaded } from "../../kit/lazy";
import css from "./Export.module.css";
import type { ExportedScreen, OpenedProps } from "./useExport";

// Neither what opens nor what it does is needed at first.
const ExportChoices = lazyComponent(() => import("./ExportChoices"));
const ShareMenu = lazyComponent(() => import("./ShareMenu"));

/** The buttons that take a screen along as a file and that share it, for those who may. */
export function Export(props: ExportedScreen) {
  if (!useMaySee("EXPORT")) return null;
  return (
    <>
      <Opener {...props} of={ExportChoices} Trigger={ExportTrigger} text={copy.export} />
      <Opener {...props} of={ShareMenu} Trigger={ShareTrigger} text={copy.share} />
    </>
  );
}

type OpenerProps = ExportedScreen & {
  readonly of: typeof ExportChoices;
  readonly Trigger: OpenedProps["Trigger"];
  readonly text: string;
};

function Opener({ of: Opened, Trigger, text, ...exported }: OpenerProps) {
  // A press before the code is loaded opens it afterwards.
  const [pressed, setPressed] = useState(false);
  const trigger = <Trigger onClick={() => setPressed(true)}>{text}</Trigger>;
  if (!useLoaded(Opened)) return trigger;
  return (
    <Suspense fallback={trigger}>
      <Opened {...exported} Trigger={Trigger} startsOpen={pressed} />
    </Suspense>
  );
}

function ExportTrigger({ children, ...props }: ComponentProps<"button">) {
  return (
    <Button size="sm" icon={<Download aria-hidden="true" />} aria-haspopup="dialog" {...props}>
      <span className={css.text}>{children}</span>
    </Button>
  );
}

function ShareTrigger({ children, ...props }: ComponentProps<"button">) {
  return (
    <Button size="sm" icon={<Share2 aria-hidden="true" />} aria-haspopup="menu" {...props}>
      <span className={css.text}>{children}</span>
    </Button>
  );
}
