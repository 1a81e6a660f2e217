import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { data as copy } from "#texts/admin";
import { kit } from "#texts/kit";
import { Button } from "../../../kit";
import { notifyFailure } from "../../../kit/parts/errors";
import { Field } from "../../../kit/parts/Field";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { useDoing } from "../../../kit/useSaving";
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
  const { isBusy, run } = useDoing(notifyFailure);
  const [members, setMembers] = useState("2000");
  const [error, setError] = useState<string | null>(null);

  const begin = (beginning: () => Promise<unknown>) =>
    void run(async () => {
      await beginning();
      // Until the page shows the load that was begun, another one could be.
      await client.invalidateQueries({ queryKey: ["api/v1/admin"] });
    });

  function makeDemo(event: FormEvent) {
    event.preventDefault();
    const number = Number(members);
    const isFine = Number.isInteger(number) && number >= FEWEST && number <= MOST;
    setError(isFine ? null : kit.numberFrom(formatNumber(FEWEST), formatNumber(MOST)));
    if (isFine) begin(() => change("POST", "loads/demo", { members: number }));
  }

  return (
    <Panel title={copy.emptyTitle} detail={copy.emptyDetail}>
      <PanelBody>
        <div className={css.choices}>
          <div className={css.choice}>
            <p>{copy.sampleDetail}</p>
            <Button aria-busy={isBusy} onClick={() => begin(() => change("POST", "loads/sample", undefined))}>
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
