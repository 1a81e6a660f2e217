import type { ReactNode } from "react";
import { parts as copy } from "#texts/admin";
import { Button } from "../Button";
import { Dialog } from "../Dialog";
import { Sections } from "./Section";
import { ShownOnce } from "./ShownOnce";

type MadeDialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** Shows what was made and is shown only once, such as the address of a link. */
export function MadeDialog({ open, title, children, onClose }: MadeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" onClick={onClose}>
          {copy.done}
        </Button>
      }
    >
      <ShownOnce open={open}>
        <Sections>{children}</Sections>
      </ShownOnce>
    </Dialog>
  );
}
