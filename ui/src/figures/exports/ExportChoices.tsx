import { FileSpreadsheet, X } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { exportsCopy as copy } from "#texts/exports";
import { screens } from "#texts/page";
import { VIEW_PARAM } from "../../api/paths";
import { useProgram } from "../../api/query";
import { useSession } from "../../api/session";
import type { Extent } from "../../generated/wire";
import { Button } from "../../kit/Button";
import { Popover } from "../../kit/Popover";
import { RadioList } from "../../kit/RadioList";
import { comparedBlocks } from "../blocks/viewState";
import { windowOf } from "../filters/model";
import { useNarrowing } from "../filters/narrowing";
import { useProgramCalendar } from "../filters/programCalendar";
import { useAppliedFilters } from "../filters/useFilters";
import css from "./ExportChoices.module.css";
import { ask } from "./handoff";
import { tablesOf } from "./tables";
import { type Ending, EXTENTS, endingsOf, type OpenedProps, useExport } from "./useExport";

/** What is taken along, and in which form. */
export default function ExportChoices({ Trigger, startsOpen, ...of }: OpenedProps) {
  const filters = useAppliedFilters();
  const today = useProgram().data?.today;
  const calendar = useProgramCalendar();
  const narrowing = useNarrowing(of.params);
  const window = today === undefined ? null : windowOf(filters, today, calendar);
  const [search] = useSearchParams();
  const compared = comparedBlocks(search.get(VIEW_PARAM) ?? "", of.blocks ?? []);
  const { isBusy, progress, start, cancel } = useExport({ ...of, compared, narrowing, window });
  const separator = useSession(({ user }) => user?.preferences.separator) ?? "comma";
  const [open, setOpen] = useState(startsOpen);
  const [extent, setExtent] = useState<Extent>("screen");
  const [wanted, setEnding] = useState<Ending>("xlsx");
  const endings = endingsOf(extent);
  const ending = endings.includes(wanted) ? wanted : (endings[0] ?? wanted);
  const busy = progress.all > 0 ? copy.busyAt(progress.done, progress.all) : copy.busy;
  return (
    <Popover
      trigger={<Trigger aria-busy={isBusy}>{isBusy ? busy : screens.export}</Trigger>}
      open={open}
      onOpenChange={setOpen}
      label={screens.export}
    >
      <div className={css.choices}>
        {isBusy ? (
          <Button
            icon={<X aria-hidden="true" />}
            onClick={() => {
              cancel();
              setOpen(false);
            }}
          >
            {copy.cancel}
          </Button>
        ) : (
          <>
            <RadioList
              label={copy.what}
              options={EXTENTS.map((value) => ({ value, label: copy.extents[value] }))}
              value={extent}
              onChange={setExtent}
            />
            <RadioList
              label={copy.form}
              options={endings.map((value) => ({ value, label: copy.forms[value] }))}
              value={ending}
              onChange={setEnding}
            />
            <Button
              variant="primary"
              onClick={() => {
                setOpen(false);
                void start({ extent, ending }, separator);
              }}
            >
              {copy.save}
            </Button>
            <p className={css.note}>{copy.recorded}</p>
            <Button
              icon={<FileSpreadsheet aria-hidden="true" />}
              onClick={() => {
                setOpen(false);
                ask({ kind: "table", draft: tablesOf(of, search.get(VIEW_PARAM) ?? "") });
              }}
            >
              {copy.address}
            </Button>
          </>
        )}
      </div>
    </Popover>
  );
}
