import {
  BookOpen,
  CalendarClock,
  ExternalLink,
  Keyboard,
  LogOut,
  Moon,
  Search,
  Sun,
  User,
} from "lucide-react";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { shell } from "#texts/page";
import { ACCOUNT, LINKS, MANUAL, pathTo, REPORTS, titles } from "../../api/paths";
import { signOut, useSession } from "../../api/session";
import { mayOpenPage } from "../../api/session/permissions";
import { useAutoApply } from "../../figures/filters/autoApply";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuLink,
  DropdownMenuSeparator,
} from "../../kit/DropdownMenu";
import { type KeyboardLayer, openLayer } from "../keyboard/openLayer";
import { Avatar } from "./Avatar";
import { setAutoApply, useShownTheme } from "./usePreferences";

/** The avatar and its menu. */
export default function AccountMenu({ startsOpen }: { startsOpen: boolean }) {
  const navigate = useNavigate();
  const user = useSession((state) => state.user);
  const isAutomatic = useAutoApply((state) => state.on);
  const { theme, toggle } = useShownTheme();
  const name = user?.firstName ?? "";
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
      <DropdownMenuItem icon={<User aria-hidden="true" />} onSelect={() => navigate(pathTo(ACCOUNT))}>
        {titles[ACCOUNT]}
      </DropdownMenuItem>
      {mayOpenPage(user, REPORTS) && (
        <DropdownMenuItem
          icon={<CalendarClock aria-hidden="true" />}
          onSelect={() => navigate(pathTo(REPORTS))}
        >
          {titles[REPORTS]}
        </DropdownMenuItem>
      )}
      {mayOpenPage(user, LINKS) && (
        <DropdownMenuItem icon={<ExternalLink aria-hidden="true" />} onSelect={() => navigate(pathTo(LINKS))}>
          {titles[LINKS]}
        </DropdownMenuItem>
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
      <DropdownMenuItem icon={<Keyboard aria-hidden="true" />} onSelect={() => show("shortcuts")}>
        {shell.shortcuts}
      </DropdownMenuItem>
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
