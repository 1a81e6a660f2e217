import { Link } from "react-router-dom";
import { shell } from "#texts/page";
import { HOME, pathTo } from "../../api/paths";
import { useMaySee } from "../../api/session";
import { ScoreCard } from "../../figures/score/ScoreCard";
import { Dialog } from "../../kit";
import { Brand } from "./Brand";
import { Freshness } from "./Freshness";
import { Menu } from "./Menu";
import classes from "./Sidebar.module.css";
import { useKeptParams } from "./useKeptParams";
import { setMenu, useMenu } from "./useMenu";

/** The sidebar of a wide page: midnight in both themes, the score on top, the menu beneath. */
export function Sidebar() {
  const params = useKeptParams();
  const hasScore = useMaySee("MONITOR");
  return (
    <aside className={classes.sidebar}>
      <Link className={classes.brand} to={pathTo(HOME, params)}>
        <Brand />
      </Link>
      {hasScore && <ScoreCard />}
      <Menu />
      <div className={classes.foot}>
        <Freshness />
      </div>
    </aside>
  );
}

/** The same menu on a narrow page: a drawer that locks the page beneath it. */
export function MobileMenu() {
  const open = useMenu((state) => state.open);
  return (
    <Dialog
      open={open}
      onClose={() => setMenu(false)}
      title={shell.mainMenu}
      placement="left"
      plain
      className={classes.drawer}
    >
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <Menu />
        <div className={classes.foot}>
          <Freshness />
        </div>
      </div>
    </Dialog>
  );
}
