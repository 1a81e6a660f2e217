import { createContext, type ReactNode, useEffect, useRef } from "react";
import { noteSaved, noteUnsaved } from "../unsaved";

/** Notes that a part of the page was copied. */
export const Copied = createContext(() => {});

type ShownOnceProps = {
  readonly open?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** What cannot be shown again. Whoever closes its dialog other than by "Done" is asked first, until something was copied. */
export function ShownOnce({ open = true, className, children }: ShownOnceProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = ref.current;
    if (!open || !own) return;
    noteUnsaved(own);
    return () => noteSaved(own);
  }, [open]);
  const copied = () => ref.current && noteSaved(ref.current);
  return (
    <Copied value={copied}>
      <div ref={ref} className={className} onCopy={copied}>
        {children}
      </div>
    </Copied>
  );
}
