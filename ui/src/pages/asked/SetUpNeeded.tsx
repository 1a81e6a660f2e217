import { Link } from "react-router-dom";
import { asked as copy } from "#texts/asked";
import { BASE } from "../../api/base";
import { MANUAL, settingAt } from "../../api/paths";
import { useMaySee } from "../../api/session";
import { buttonClass } from "../../kit/Button";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import css from "./SetUpNeeded.module.css";

/** What is not set up: a way to send reports and alerts, links that need no account, or addresses for spreadsheets. */
export type Missing = "sending" | "links" | "addresses";

/** The settings of each way that the texts name, in their order. */
const SETTINGS: Readonly<Record<Missing, readonly (readonly string[])[]>> = {
  sending: [["smtp_host", "mail_from", "mail_domains"], ["reports_dir"], ["webhook_hosts"]],
  links: [["allow_links"]],
  addresses: [["api_token_days"]],
};

/** The setting with which each begins. */
const FIRST: Readonly<Record<Missing, string>> = {
  sending: "smtp_host",
  links: "allow_links",
  addresses: "api_token_days",
};

/** Says in place what is not set up, what sets it up, and where. */
export function SetUpNeeded({ missing }: { readonly missing: Missing }) {
  const mayAdminister = useMaySee("ADMIN");
  const { what, ways } = copy[missing];
  return (
    <div className={css.needed}>
      <p>{what}</p>
      <ul className={css.ways}>
        {ways.map((way, at) => (
          <li key={way}>
            {way}{" "}
            {SETTINGS[missing][at]?.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </li>
        ))}
      </ul>
      <p>{mayAdminister ? copy.where[missing] : copy.askAdministrator}</p>
      <p className={css.buttons}>
        {mayAdminister && (
          <Link className={buttonClass({ variant: "primary" })} to={settingAt(FIRST[missing])}>
            {copy.toSettings}
          </Link>
        )}
        <a
          className={buttonClass({ variant: "secondary" })}
          href={`${BASE}${MANUAL}#setting-it-up`}
          target="_blank"
          rel="noreferrer"
        >
          {copy.toManual}
        </a>
      </p>
    </div>
  );
}

/** The same above a list, which may have what was set up before. */
export function NotSetUp({ missing }: { readonly missing: Missing }) {
  return (
    <Panel title={copy.title}>
      <PanelBody>
        <SetUpNeeded missing={missing} />
      </PanelBody>
    </Panel>
  );
}
