import {
  CalendarClock,
  ExternalLink,
  FileArchive,
  FileCode,
  FileSpreadsheet,
  Files,
  FileText,
  Library,
  X,
} from "lucide-react";
import type { ComponentProps, ComponentType, ReactElement } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { exportsCopy as copy } from "#texts/exports";
import { screens } from "#texts/page";
import { routeOf, VIEW_PARAM } from "../../api/paths";
import { useProgram } from "../../api/query";
import { savePreferences, useSession } from "../../api/session";
import type { Separator } from "../../generated/wire";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from "../../kit/DropdownMenu";
import { windowOf } from "../filters/model";
import { useNarrowing } from "../filters/narrowing";
import { useProgramCalendar } from "../filters/programCalendar";
import { useAppliedFilters } from "../filters/useFilters";
import { ask } from "./handoff";
import { type ExportedScreen, type FileKind, useExport } from "./useExport";

const SEPARATORS = Object.entries(copy.separators) as [Separator, string][];

type ExportMenuProps = ExportedScreen & {
  readonly Trigger: ComponentType<ComponentProps<"button">>;
  readonly startsOpen: boolean;
};

/** The files that a screen can be taken along as. */
export default function ExportMenu({ Trigger, startsOpen, ...of }: ExportMenuProps) {
  const filters = useAppliedFilters();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const today = useProgram().data?.today;
  const calendar = useProgramCalendar();
  const narrowing = useNarrowing(of.params);
  const window = today === undefined ? null : windowOf(filters, today, calendar);
  const { isBusy, progress, start, cancel } = useExport({ ...of, narrowing, window });
  const separator = useSession(({ user }) => user?.preferences.separator) ?? "comma";
  const item = (kind: FileKind, icon: ReactElement) => (
    <DropdownMenuItem icon={icon} onSelect={() => void start(kind, separator)}>
      {copy[kind]}
    </DropdownMenuItem>
  );
  const busy = progress.all > 0 ? copy.busyAt(progress.done, progress.all) : copy.busy;
  function schedule() {
    const { screen, title, params } = of;
    ask({ kind: "report", draft: { screen, title, params, route: routeOf(pathname) ?? "" } });
  }
  function share() {
    const { screen, title, dashboardParams: params } = of;
    const blocks = search.get(VIEW_PARAM) ?? "";
    ask({ kind: "link", draft: { screen, title, params, route: routeOf(pathname) ?? "", blocks } });
  }
  return (
    <DropdownMenu
      trigger={<Trigger aria-busy={isBusy}>{isBusy ? busy : screens.export}</Trigger>}
      startsOpen={startsOpen}
      align="start"
    >
      {isBusy ? (
        <DropdownMenuItem icon={<X aria-hidden="true" />} onSelect={cancel}>
          {copy.cancel}
        </DropdownMenuItem>
      ) : (
        <>
          {item("workbook", <FileSpreadsheet aria-hidden="true" />)}
          {item("pdf", <FileText aria-hidden="true" />)}
          {item("dossier", <FileCode aria-hidden="true" />)}
          {item("tables", <FileArchive aria-hidden="true" />)}
          <DropdownMenuSeparator />
          {item("wholeWorkbook", <Files aria-hidden="true" />)}
          {item("wholePdf", <Files aria-hidden="true" />)}
          {item("wholeDossier", <Files aria-hidden="true" />)}
          {item("everything", <Library aria-hidden="true" />)}
          <DropdownMenuSeparator />
          <DropdownMenuItem icon={<CalendarClock aria-hidden="true" />} onSelect={schedule}>
            {copy.schedule}
          </DropdownMenuItem>
          {of.isShared !== false && (
            <DropdownMenuItem icon={<ExternalLink aria-hidden="true" />} onSelect={share}>
              {copy.share}
            </DropdownMenuItem>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuLabel>{copy.separator}</DropdownMenuLabel>
          {SEPARATORS.map(([value, label]) => (
            <DropdownMenuCheckboxItem
              key={value}
              checked={separator === value}
              onChange={() => void savePreferences({ separator: value })}
            >
              {label}
            </DropdownMenuCheckboxItem>
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuLabel>{copy.recorded}</DropdownMenuLabel>
        </>
      )}
    </DropdownMenu>
  );
}
