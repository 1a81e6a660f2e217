import { useQueryClient } from "@tanstack/react-query";
import { data as copy } from "#texts/data";
import { kit } from "#texts/kit";
import { Button } from "../../../kit";
import { notifyFailure } from "../../../kit/parts/errors";
import { Field } from "../../../kit/parts/Field";
import { FormFaults } from "../../../kit/parts/FormFaults";
import { Panel, PanelBody } from "../../../kit/parts/Panel";
import { useDoing } from "../../../kit/useDoing";
import { useForm } from "../../../kit/useForm";
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
  const sample = useDoing(notifyFailure);

  async function begin(beginning: Promise<unknown>) {
    await beginning;
    // Until the page shows the load that was begun, another one could be.
    await client.invalidateQueries({ queryKey: ["api/v1/admin"] });
  }

  const form = useForm({
    from: { members: "2000" },
    check: ({ members }) => {
      const number = Number(members);
      const isFine = Number.isInteger(number) && number >= FEWEST && number <= MOST;
      return { members: isFine ? null : kit.numberFrom(formatNumber(FEWEST), formatNumber(MOST)) };
    },
    save: ({ members }) => begin(change("POST", "loads/demo", { members: Number(members) })),
  });
  const isBusy = sample.isBusy || form.isBusy;

  return (
    <Panel title={copy.emptyTitle} detail={copy.emptyDetail}>
      <PanelBody>
        <div className={css.choices}>
          <div className={css.choice}>
            <p>{copy.sampleDetail}</p>
            <Button
              aria-busy={isBusy}
              onClick={() =>
                isBusy || void sample.run(() => begin(change("POST", "loads/sample", undefined)))
              }
            >
              {copy.sample}
            </Button>
          </div>
          <form
            {...form.props}
            className={css.choice}
            onSubmit={(event) => (isBusy ? event.preventDefault() : void form.submit(event))}
          >
            <p>{copy.demoDetail}</p>
            <Field label={copy.demoMembers} {...form.field("members")} inputMode="numeric" />
            <FormFaults of={form} isTight />
            <Button type="submit" aria-busy={isBusy}>
              {copy.demo}
            </Button>
          </form>
        </div>
      </PanelBody>
    </Panel>
  );
}
