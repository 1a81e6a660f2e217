import { FileUp, Sparkles, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { kit } from "#texts/kit";
import { start as copy } from "#texts/start";
import { titles } from "../../api/pages";
import { DRAFT_PARAM, NEW_DRAFT, pathTo } from "../../api/paths";
import { Button, buttonClass } from "../../kit";
import { notifyFailure } from "../../kit/parts/errors";
import { Field } from "../../kit/parts/Field";
import { FormFaults } from "../../kit/parts/FormFaults";
import { Panel, PanelBody } from "../../kit/parts/Panel";
import { useDoing } from "../../kit/useDoing";
import { useForm } from "../../kit/useForm";
import { formatNumber } from "../../texts/format";
import { isOver } from "../admin/data/loads";
import { RunningLoads } from "../admin/data/RunningLoads";
import { useAdmin, useAdminCall } from "../admin/useAdmin";
import { followLoad } from "./follow";
import css from "./start.module.css";

/** The members of a demo, at least and at most. */
const FEWEST = 100;
const MOST = 1_000_000;

/** How often running loads are asked for, and how often loads that others begin. */
const SOON = 1000;
const LATER = 15_000;

/** The ways to begin where nothing is loaded, and the load that was begun. */
export function Beginnings() {
  const newest = useAdmin("loads?limit=20", {
    again: (list) => (list?.loads.some((load) => !isOver(load)) ? SOON : LATER),
  });
  const running = newest.data?.loads.filter((load) => !isOver(load)) ?? [];
  return (
    <>
      {running.length === 0 && <Ways withFiles />}
      <RunningLoads loads={running} mayChange />
    </>
  );
}

/** @param withFiles whether the own files are one of them, where the page offers them nowhere else */
export function Ways({ withFiles = false }: { readonly withFiles?: boolean }) {
  const change = useAdminCall();
  const sample = useDoing(notifyFailure);
  const form = useForm({
    from: { members: "2000" },
    check: ({ members }) => {
      const number = Number(members);
      const isFine = Number.isInteger(number) && number >= FEWEST && number <= MOST;
      return { members: isFine ? null : kit.numberFrom(formatNumber(FEWEST), formatNumber(MOST)) };
    },
    save: async ({ members }) =>
      followLoad((await change("POST", "loads/demo", { members: Number(members) })).id),
  });
  const isBusy = sample.isBusy || form.isBusy;
  const loadSample = async () => followLoad((await change("POST", "loads/sample", undefined)).id);

  return (
    <Panel title={copy.title} detail={withFiles ? copy.detail : undefined}>
      <PanelBody>
        <ul className={css.ways}>
          {withFiles && (
            <Way icon={<FileUp aria-hidden="true" />} title={copy.files} detail={copy.filesDetail}>
              <Link
                className={buttonClass({ variant: "primary" })}
                to={pathTo("admin/data", `${DRAFT_PARAM}=${NEW_DRAFT}`)}
              >
                {copy.bring}
              </Link>
            </Way>
          )}
          <Way icon={<Table2 aria-hidden="true" />} title={copy.sampleTitle} detail={copy.sampleDetail}>
            <Button aria-busy={isBusy} onClick={() => isBusy || void sample.run(loadSample)}>
              {copy.sample}
            </Button>
          </Way>
          <Way icon={<Sparkles aria-hidden="true" />} title={copy.demoTitle} detail={copy.demoDetail}>
            <form
              {...form.props}
              className={css.form}
              onSubmit={(event) => (isBusy ? event.preventDefault() : void form.submit(event))}
            >
              <Field label={copy.demoMembers} {...form.field("members")} inputMode="numeric" />
              <FormFaults of={form} isTight />
              <Button type="submit" aria-busy={isBusy}>
                {copy.demo}
              </Button>
            </form>
          </Way>
        </ul>
        {withFiles && (
          <p className={css.quiet}>
            {copy.wayBack}{" "}
            <Link to={pathTo("admin/data")}>{`${titles.admin} > ${titles["admin/data"]}`}</Link>.
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}

type WayProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly children: ReactNode;
};

function Way({ icon, title, detail, children }: WayProps) {
  return (
    <li className={css.way}>
      <span className={css.icon}>{icon}</span>
      <h3>{title}</h3>
      <p className={css.detail}>{detail}</p>
      {children}
    </li>
  );
}
