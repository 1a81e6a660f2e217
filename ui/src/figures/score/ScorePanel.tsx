import { Link, useLocation } from "react-router-dom";
import { score as copy } from "#texts/page";
import { explanationOf } from "../../api/paths";
import { Button, Dialog, SidePanel, Skeleton } from "../../kit";
import { buttonClass } from "../../kit/Button";
import { classNames } from "../../kit/classNames";
import { Loaded } from "../../kit/parts/Loaded";
import { useNarrow } from "../../kit/useNarrow";
import { formatDate } from "../../texts/format";
import { withFilters } from "../filters/codec";
import { useAppliedFilters } from "../filters/useFilters";
import { formatPoints } from "./describeScore";
import { MethodName } from "./MethodName";
import classes from "./ScorePanel.module.css";
import { ScoreParts } from "./ScoreParts";
import { setPanel, useScoreLayers } from "./scoreLayers";
import { useScoreScope, useShownScore } from "./useShownScore";

/** The id of the breakdown, which the buttons that open it point to. */
export const PANEL_ID = "score-breakdown";

/**
 * The breakdown of the score: on a wide page, a panel that slides out from behind the sidebar while the
 * page stays usable; on a narrow one, a sheet.
 */
export function ScorePanel() {
  return useNarrow() ? <OnNarrowPage /> : <OnWidePage />;
}

function OnNarrowPage() {
  const open = useScoreLayers((state) => state.panel);
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

function OnWidePage() {
  const open = useScoreLayers((state) => state.panel);
  return (
    <SidePanel
      open={open}
      onClose={() => setPanel(false)}
      closesOnClickOutside
      id={PANEL_ID}
      className={classes.panel}
      aria-label={copy.panelTitle}
    >
      <div className={classes.inner}>
        <Contents />
      </div>
    </SidePanel>
  );
}

function Contents() {
  const score = useShownScore();
  const { data } = score;
  const narrow = useNarrow();
  const scope = useScoreScope();
  const filters = useAppliedFilters();
  const { pathname } = useLocation();
  return (
    <>
      <header className={classes.header}>
        <h2>{copy.panelTitle}</h2>
        <p>{data?.score == null ? copy.noScore : copy.makesUp(formatPoints(data.score))}</p>
        {data?.explain.asOf && <p>{copy.lastDays(data.explain.windowDays, formatDate(data.explain.asOf))}</p>}
        {scope !== null && <p className={classes.scope}>{scope}</p>}
        {data && (
          <p className={classes.scope}>
            <MethodName name={data.explain.method} onLeave={() => setPanel(false)} />
          </p>
        )}
      </header>
      <Loaded of={score} failed={copy.failed} waiting={<Skeleton height={420} className={classes.waiting} />}>
        {(answer) => <ScoreParts answer={answer} />}
      </Loaded>
      <footer className={classes.footer}>
        <Link
          className={classNames(classes.more, buttonClass({ variant: "secondary" }))}
          to={withFilters(explanationOf("score"), filters, pathname)}
          onClick={() => setPanel(false)}
        >
          {copy.openWhy}
        </Link>
        {narrow && (
          <Button className={classes.more} onClick={() => setPanel(false)}>
            {copy.closePanel}
          </Button>
        )}
      </footer>
    </>
  );
}
