import { Settings } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { Link, useLocation } from "react-router-dom";
import { shell } from "#texts/page";
import { pathTo, routeOf, titles } from "../../api/paths";
import { useProgram } from "../../api/query";
import { useMayOpen } from "../../api/session";
import { classNames } from "../../kit";
import { Tooltip } from "../../kit/Tooltip";
import { useNarrow } from "../../kit/useNarrow";
import { useHasShortcuts } from "../keyboard/openLayer";
import classes from "./Menu.module.css";
import { currentItem, menu } from "./menuItems";
import { useKeptParams } from "./useKeptParams";
import { setMenu } from "./useMenu";

/** The sidebar's menu. A link preserves the query parameters and closes the mobile menu. */
export function Menu() {
  const { pathname } = useLocation();
  const current = currentItem(pathname);
  const here = routeOf(pathname);
  const isAdministration = here?.split("/")[0] === "admin";
  const mayOpen = useMayOpen();
  const params = useKeptParams();
  const used = useProgram().data?.modules;
  return (
    <nav aria-label={shell.mainMenu}>
      <ul className={classes.menu}>
        {menu
          .filter(({ route }) => mayOpen(route))
          .map(({ route, label, icon: Icon, keys, pro }) => (
            <li key={route}>
              <WithKeys keys={keys}>
                <Link
                  to={pathTo(route, params)}
                  className={classNames(classes.item, !Icon && classes.child)}
                  aria-current={current?.route === route ? (here === route ? "page" : "true") : undefined}
                  onClick={() => setMenu(false)}
                >
                  {Icon && <Icon aria-hidden="true" strokeWidth={1.75} />}
                  <span>{label}</span>
                  {pro && used?.includes(pro) === false && <span className={classes.pro}>{shell.pro}</span>}
                </Link>
              </WithKeys>
            </li>
          ))}
        {mayOpen("admin") && (
          <li>
            <Link
              to={pathTo("admin")}
              className={classNames(classes.item, classes.apart)}
              aria-current={isAdministration ? "true" : undefined}
              onClick={() => setMenu(false)}
            >
              <Settings aria-hidden="true" strokeWidth={1.75} />
              <span>{titles.admin}</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** A link with the keys that do the same, where there are any. The drawer of a narrow page would cover them. */
function WithKeys({
  keys,
  children,
}: {
  keys: string | undefined;
  children: ReactElement<ComponentProps<"button">>;
}) {
  const hasShortcuts = useHasShortcuts();
  const isNarrow = useNarrow();
  if (!keys || !hasShortcuts || isNarrow) return children;
  return (
    <Tooltip text={shell.pressKeys(keys)} side="right">
      {children}
    </Tooltip>
  );
}
