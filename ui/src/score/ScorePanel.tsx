import { useEffect, useRef } from "react";
import { score as copy } from "../copy";
import { Button, Dialog, ErrorState, Skeleton } from "../kit";
import { useNarrow } from "../kit/useNarrow";
import { formatPoints } from "./describeScore";
import classes from "./ScorePanel.module.css";
import { ScoreParts } from "./ScoreParts";
import { setDetail, setPanel, useScoreLayers } from "./scoreLayers";
import { useShownScore } from "./useShownScore";

/** The id the See Breakdown buttons point to. */
export const PANEL_ID = "score-breakdown";

/**
 * The breakdown of the score: on a wide page it slides out from behind the sidebar, beside which the
 * page stays usable; on a narrow one it is a sheet.
 */
export function ScorePanel() {
  const open = useScoreLayers((state) => state.panel);
  const narrow = useNarrow();
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!open || narrow) return;
    const before = document.activeElement;
    const panel = ref.current;
    function onPointerDown(event: PointerEvent) {
      const target = event.target as Element;
      // The switch itself closes the panel; closing here as well would open it again.
      if (panel?.contains(target) || target.closest(`[aria-controls="${PANEL_ID}"], dialog`)) return;
      setPanel(false);
    }
    function onKeyDown(event: KeyboardEvent) {
      // A layer above has taken the key, or is a dialog, which takes it itself.
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      setPanel(false);
      if (before instanceof HTMLElement) before.focus();
    }
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [open, narrow]);

  if (narrow) {
    return (
      <Dialog
        open={open}
        onClose={() => setPanel(false)}
        title={copy.panelTitle}
        placement="bottom"
        plain
        className={classes.sheet}
      >
        <div id={PANEL_ID} className={classes.inner}>
          <Contents />
        </div>
      </Dialog>
    );
  }
  return (
    <section
      ref={ref}
      id={PANEL_ID}
      className={classes.panel}
      aria-label={copy.panelTitle}
      data-open={open || undefined}
      inert={!open}
    >
      <div className={classes.inner}>
        <Contents />
      </div>
    </section>
  );
}

function Contents() {
  const { data, isError, refetch } = useShownScore();
  const narrow = useNarrow();
  return (
    <>
      <header className={classes.header}>
        <h2>{copy.panelTitle}</h2>
        <p>{data?.score == null ? copy.noScore : copy.makesUp(formatPoints(data.score))}</p>
      </header>
      {data ? (
        <ScoreParts answer={data} />
      ) : isError ? (
        <ErrorState title={copy.failed} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} className={classes.waiting} />
      )}
      <footer className={classes.footer}>
        <Button className={classes.more} disabled={!data} onClick={() => setDetail(true)}>
          {copy.openDetail}
        </Button>
        {narrow && (
          <Button className={classes.more} onClick={() => setPanel(false)}>
            {copy.closePanel}
          </Button>
        )}
      </footer>
    </>
  );
}
