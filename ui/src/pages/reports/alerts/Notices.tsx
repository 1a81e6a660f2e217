import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { alerts as copy } from "#texts/alerts";
import { callDeclared } from "../../../api/client";
import { callQuery } from "../../../api/query";
import { useMaySee } from "../../../api/session";
import type { Notice } from "../../../generated/wire";
import { Button } from "../../../kit";
import { formatTime } from "../../../texts/format";
import css from "./Bell.module.css";

const NOTICES = {
  ...callQuery("GET", "api/v1/admin/notices", undefined, { looksAgain: true }),
  refetchInterval: 60_000,
  refetchOnWindowFocus: "always",
} as const;

/** Whether the session's user is told what needs an administrator. */
function useBeTold(): boolean {
  const [data, administration] = [useMaySee("DATA"), useMaySee("ADMIN")];
  return data || administration;
}

/** What administrators are told, for whoever may see it; nothing for others. */
export function useNotices(): readonly Notice[] {
  const maySee = useBeTold();
  const of = useQuery({ ...NOTICES, enabled: maySee });
  return of.data?.notices ?? [];
}

/** What needs an administrator, with what to do and where. */
export function Notices({
  notices,
  openedAt,
  onLeave,
}: {
  readonly notices: readonly Notice[];
  /** When the user looked before. */
  readonly openedAt: number;
  readonly onLeave: () => void;
}) {
  const client = useQueryClient();
  const dismiss = async (condition: string) => {
    await callDeclared("PUT", `api/v1/admin/notices/${encodeURIComponent(condition)}/dismissed`, undefined);
    await client.invalidateQueries({ queryKey: NOTICES.queryKey });
  };
  return (
    <>
      <h2 className={css.title}>{copy.notices}</h2>
      <ul className={css.list} aria-label={copy.notices}>
        {notices.map(({ condition, text, todo, since, route }) => (
          <li key={condition} className={css.alert}>
            <p className={css.name}>
              <Link to={`/${route}`} onClick={onLeave}>
                {text}
              </Link>{" "}
              {since > openedAt && <span className={css.new}>{copy.isNew}</span>}
            </p>
            <p>{todo}</p>
            <p className={css.foot}>
              <span className={css.small}>{copy.since(formatTime(since))}</span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={copy.dismissOf(text)}
                onClick={() => void dismiss(condition)}
              >
                {copy.dismiss}
              </Button>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
