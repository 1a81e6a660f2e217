import { ChartLine, Download, MessageSquarePlus, MoveHorizontal, Table2, Target } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { annotations } from "#texts/annotations";
import { charts as copy } from "#texts/blocks";
import { targets } from "#texts/targets";
import { mayChange, useSession } from "../../../api/session";
import { moduleOfFigure } from "../../../api/session/permissions";
import { DropdownMenu, DropdownMenuItem } from "../../../kit/DropdownMenu";
import { lazyComponent, useLoaded } from "../../../kit/lazy";
import type { AnnotationDialogProps } from "../../annotations/AnnotationDialog";
import type { TargetDialogProps } from "../../targets/TargetDialog";
import { Locked } from "../frame/locked";
import { type ChartMenuProps, MoreButton } from "./MoreButton";

const AnnotationDialog = lazyComponent(() => import("../../annotations/AnnotationDialog"));
const TargetDialog = lazyComponent(() => import("../../targets/TargetDialog"));

const Note = (props: AnnotationDialogProps) => useLoaded(AnnotationDialog) && <AnnotationDialog {...props} />;
const Targets = (props: TargetDialogProps) => useLoaded(TargetDialog) && <TargetDialog {...props} />;

/** The menu of a chart, and the dialogs that it opens. */
export default function OpenChartMenu(props: ChartMenuProps) {
  const { title, asTable, format, isEmpty, onTable, onSave, notes, target, whole } = props;
  const isLocked = useContext(Locked);
  const maySetTargets = useSession(
    ({ user }) => target !== undefined && target !== null && mayChange(user, moduleOfFigure(target)),
  );
  const [open, setOpen] = useState<"note" | "targets" | null>(null);
  // Once opened they stay, to close with their animation.
  const [opened, setOpened] = useState({ note: false, targets: false });
  const trigger = useRef<HTMLButtonElement>(null);
  const show = (dialog: "note" | "targets") => {
    // A closed dialog returns the focus to where it was, and this menu is gone by then.
    trigger.current?.focus();
    setOpened({ ...opened, [dialog]: true });
    setOpen(dialog);
  };
  const close = () => setOpen(null);
  return (
    <>
      <DropdownMenu trigger={<MoreButton ref={trigger} title={title} />} startsOpen>
        {!isEmpty && (
          <DropdownMenuItem
            icon={asTable ? <ChartLine aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            onSelect={onTable}
          >
            {asTable ? copy.asChart : copy.asTable}
          </DropdownMenuItem>
        )}
        {whole && (
          <DropdownMenuItem icon={<MoveHorizontal aria-hidden="true" />} onSelect={whole.toggle}>
            {whole.isWhole ? copy.lastPart : copy.wholeRange}
          </DropdownMenuItem>
        )}
        {!isEmpty && !isLocked && (
          <DropdownMenuItem icon={<Download aria-hidden="true" />} onSelect={onSave}>
            {format === "csv" ? copy.downloadCsv : copy.downloadPng}
          </DropdownMenuItem>
        )}
        {notes && !isLocked && (
          <DropdownMenuItem icon={<MessageSquarePlus aria-hidden="true" />} onSelect={() => show("note")}>
            {annotations.tool}
          </DropdownMenuItem>
        )}
        {maySetTargets && (
          <DropdownMenuItem icon={<Target aria-hidden="true" />} onSelect={() => show("targets")}>
            {targets.title}
          </DropdownMenuItem>
        )}
      </DropdownMenu>
      {opened.note && notes && <Note open={open === "note"} title={title} {...notes} onClose={close} />}
      {opened.targets && target && <Targets open={open === "targets"} metric={target} onClose={close} />}
    </>
  );
}
