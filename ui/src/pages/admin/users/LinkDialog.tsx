import { users as copy } from "#texts/users";
import { BASE } from "../../../api/base";
import type { PasswordLink } from "../../../generated/wire";
import { Button, Dialog } from "../../../kit";
import { CopyField } from "../../../kit/parts/CopyField";
import { Sections } from "../../../kit/parts/Section";
import { formatTime } from "../../../kit/parts/time";

/** A link to choose a password, and whom it is for. */
export type Link = { readonly login: string; readonly link: PasswordLink };

type LinkDialogProps = { readonly link: Link | null; readonly onClose: () => void };

/** Shows a link, once. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={link !== null}
      onClose={onClose}
      title={copy.linkTitle}
      footer={
        <Button variant="primary" onClick={onClose}>
          {copy.done}
        </Button>
      }
    >
      {link && (
        <Sections>
          <p>{copy.linkFor(link.login, formatTime(link.link.expiresAt))}</p>
          {link.link.mailed && <p>{copy.mailed}</p>}
          <CopyField label={copy.link} value={`${window.location.origin}${BASE}${link.link.path}`} />
        </Sections>
      )}
    </Dialog>
  );
}
