import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { keyboard as copy } from "#texts/keyboard";
import { explanationOf, MANUAL, pathTo, settingAt, VIEW_PARAM } from "../../api/paths";
import { signOut } from "../../api/session";
import { withFilters } from "../../figures/filters/codec";
import { useAppliedFilters } from "../../figures/filters/useFilters";
import { setPanel } from "../../figures/score/scoreLayers";
import { addressOf } from "../../figures/ways/ways";
import { Dialog } from "../../kit";
import { useKeptParams } from "../shell/useKeptParams";
import { useShownTheme } from "../shell/usePreferences";
import type { Choice, ChoiceAction } from "./choices";
import css from "./Keyboard.module.css";
import { openLayer, useKeyboardLayer } from "./openLayer";
import { Search } from "./Search";
import { ShortcutList } from "./ShortcutList";
import type { Shortcut } from "./shortcuts";

/** The number of choices that the search remembers until the page is reloaded. */
const REMEMBERED = 5;

const close = () => openLayer(null);

/** The search and the list of shortcuts. */
export default function Layers({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const { open, times } = useKeyboardLayer();
  const [recent, setRecent] = useState<readonly string[]>([]);
  const run = useChosen();
  function choose(choice: Choice) {
    setRecent((before) => [choice.id, ...before.filter((id) => id !== choice.id)].slice(0, REMEMBERED));
    close();
    run(choice);
  }
  return (
    <>
      <Dialog open={open === "search"} onClose={close} title={copy.search} plain className={css.search}>
        {/* What was typed before is gone, also where it has not faded yet. */}
        <Search key={times} recent={recent} onChoose={choose} />
      </Dialog>
      <Dialog open={open === "shortcuts"} onClose={close} title={copy.shortcuts} size="sm">
        <ShortcutList shortcuts={shortcuts} onLeave={close} />
      </Dialog>
    </>
  );
}

/** A function that does what was chosen. */
function useChosen(): (choice: Choice) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const params = useKeptParams();
  const filters = useAppliedFilters();
  const { toggle } = useShownTheme();
  const actions: Readonly<Record<ChoiceAction, () => void>> = {
    score: () => setPanel(true),
    theme: toggle,
    shortcuts: () => openLayer("shortcuts"),
    manual: () => void open(MANUAL, "_blank", "noreferrer"),
    signOut() {
      void signOut();
      navigate(pathTo("sign-out"));
    },
  };
  return ({ target }) => {
    if ("route" in target) {
      const search = new URLSearchParams(params);
      if (target.view !== undefined) search.set(VIEW_PARAM, target.view);
      navigate(pathTo(target.route, search));
    } else if ("items" in target)
      navigate(addressOf([target.items], filters, { pathname, search }) ?? pathname);
    else if ("setting" in target) navigate(settingAt(target.setting));
    else if ("explain" in target) navigate(withFilters(explanationOf(target.explain), filters, pathname));
    else actions[target.action]();
  };
}
