import { useEffect } from "react";
import { savePreferences, useSession } from "../../api/session";
import { useAutoApply } from "../../figures/filters/autoApply";
import { chooseTheme, useTheme } from "../../kit/theme";

/** Shows the page as its user wants it, in whichever browser that was said. What is not set is each browser's own. */
export function useFollowedPreferences(): void {
  const { theme, countdown } = useSession(({ user }) => user?.preferences) ?? {};
  useEffect(() => {
    if (theme !== undefined) chooseTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (countdown !== undefined) useAutoApply.getState().setOn(countdown);
  }, [countdown]);
}

/** The theme, and a function that changes it: in this browser, and for the user where the user has set one. */
export function useShownTheme(): ReturnType<typeof useTheme> {
  const { theme, toggle } = useTheme();
  return {
    theme,
    toggle() {
      toggle();
      if (isSet("theme")) void savePreferences({ theme: theme === "dark" ? "light" : "dark" });
    },
  };
}

/** Applies changed filters automatically or not: in this browser, and for the user where the user has set it. */
export function setAutoApply(on: boolean): void {
  useAutoApply.getState().setOn(on);
  if (isSet("countdown")) void savePreferences({ countdown: on });
}

function isSet(name: "theme" | "countdown"): boolean {
  return useSession.getState().user?.preferences[name] !== undefined;
}
