import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { data as copy } from "#texts/admin";
import { kit } from "#texts/kit";
import { Button, notify } from "../../../kit";
import { messageOf } from "../../../kit/parts/errors";
import { Field } from "../../../kit/parts/Field";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { useOnce } from "../../../kit/useOnce";
import { formatNumber } from "../../../texts/format";
import { useAdminCall } from "../useAdmin";
import css from "./data.module.css";

/** The members of a demo, at least and at most. */
const FEWEST = 100;
const MOST = 1_000_000;

/** What to do with an install without data. */
export function EmptyInstall() {
  const change = useAdminCall();
  const client = useQueryClient();
  const [isBusy, once] = useOnce();
  const [members, setMembers] = useState("2000");
  const [error, setError] = useState<string | null>(null);

  async function begin(beginning: () => Promise<unknown>) {
    try {
      await beginning();
      // Until the page shows the load that was begun, another one could be.
      await client.invalidateQueries({ queryKey: ["api/v1/admin"] });
    } catch (failure) {
      notify({ status: "error", message: messageOf(failure) });
    }
  }

  function makeDemo(event: FormEvent) {
    event.preventDefault();
    const number = Number(members);
    const isFine = Number.isInteger(number) && number >= FEWEST && number <= MOST;
    setError(isFine ? null : kit.numberFrom(formatNumber(FEWEST), formatNumber(MOST)));
    if (isFine) void once(() => begin(() => change("POST", "loads/demo", { members: number })));
  }

  return (
    <Panel title={copy.emptyTitle} detail={copy.emptyDetail}>
      <PanelBody>
        <div className={css.choices}>
          <div className={css.choice}>
            <p>{copy.sampleDetail}</p>
            <Button
              aria-busy={isBusy}
              onClick={() => void once(() => begin(() => change("POST", "loads/sample", undefined)))}
            >
              {copy.sample}
            </Button>
          </div>
          <form className={css.choice} onSubmit={makeDemo} noValidate>
            <p>{copy.demoDetail}</p>
            <Field
              label={copy.demoMembers}
              inputMode="numeric"
              value={members}
              onChange={setMembers}
              error={error}
            />
            <Button type="submit" aria-busy={isBusy}>
              {copy.demo}
            </Button>
          </form>
        </div>
      </PanelBody>
    </Panel>
  );
}
