import { BookOpen, Keyboard, LogOut, Moon, Search, Sun } from "lucide-react";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { shell } from "#texts/page";
import { pages } from "../../api/pages";
import { MANUAL, pathTo } from "../../api/paths";
import { signOut, useMayOpen, useSession } from "../../api/session";
import { useAutoApply } from "../../figures/filters/autoApply";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuLink,
  DropdownMenuSeparator,
} from "../../kit/DropdownMenu";
import { useMedia } from "../../kit/useMedia";
import { type KeyboardLayer, openLayer } from "../keyboard/openLayer";
import { Avatar } from "./Avatar";
import { setAutoApply, useShownTheme } from "./usePreferences";

const ownPages = pages.filter(({ menu }) => menu === "account");

/** The avatar and its menu. */
export default function AccountMenu({ startsOpen }: { startsOpen: boolean }) {
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const mayOpen = useMayOpen();
  const isAutomatic = useAutoApply((state) => state.on);
  const { theme, toggle } = useShownTheme();
  const name = user?.firstName ?? "";
  // A phone has no such keys; a narrow window may be one that is magnified.
  const hasKeys = !useMedia("(hover: none) and (pointer: coarse)");
  const avatar = useRef<HTMLButtonElement>(null);
  function show(layer: KeyboardLayer) {
    // A closed dialog returns the focus to where it was, and this menu is gone by then.
    avatar.current?.focus();
    openLayer(layer);
  }
  function leave() {
    void signOut();
    navigate(pathTo("sign-out"));
  }
  return (
    <DropdownMenu trigger={<Avatar ref={avatar} firstName={name} />} startsOpen={startsOpen}>
      <DropdownMenuLabel>{name}</DropdownMenuLabel>
      <DropdownMenuSeparator />
      {ownPages.map(
        ({ route, label, icon: Icon }) =>
          mayOpen(route) && (
            <DropdownMenuItem
              key={route}
              icon={Icon && <Icon aria-hidden="true" />}
              onSelect={() => navigate(pathTo(route))}
            >
              {label}
            </DropdownMenuItem>
          ),
      )}
      <DropdownMenuCheckboxItem checked={isAutomatic} onChange={setAutoApply} hint={shell.autoApplyHint}>
        {shell.autoApply}
      </DropdownMenuCheckboxItem>
      <DropdownMenuItem
        icon={theme === "dark" ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
        onSelect={toggle}
      >
        {theme === "dark" ? shell.toLight : shell.toDark}
      </DropdownMenuItem>
      <DropdownMenuItem icon={<Search aria-hidden="true" />} onSelect={() => show("search")}>
        {shell.search}
      </DropdownMenuItem>
      {hasKeys && (
        <DropdownMenuItem icon={<Keyboard aria-hidden="true" />} onSelect={() => show("shortcuts")}>
          {shell.shortcuts}
        </DropdownMenuItem>
      )}
      <DropdownMenuLink icon={<BookOpen aria-hidden="true" />} href={MANUAL}>
        {shell.manual}
      </DropdownMenuLink>
      <DropdownMenuSeparator />
      <DropdownMenuItem icon={<LogOut aria-hidden="true" />} onSelect={leave}>
        {shell.signOut}
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
