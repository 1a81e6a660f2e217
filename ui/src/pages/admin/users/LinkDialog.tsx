import { users as copy } from "#texts/users";
import { BASE } from "../../../api/base";
import type { PasswordLink } from "../../../generated/wire";
import { CopyField } from "../../../kit/parts/CopyField";
import { MadeDialog } from "../../../kit/parts/MadeDialog";
import { formatTime } from "../../../kit/parts/time";

/** A link to choose a password, and whom it is for. */
export type Link = { readonly login: string; readonly link: PasswordLink };

type LinkDialogProps = { readonly link: Link | null; readonly onClose: () => void };

/** Shows a link, once. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  return (
    <MadeDialog open={link !== null} title={copy.linkTitle} onClose={onClose}>
      {link && (
        <>
          <p>{copy.linkFor(link.login, formatTime(link.link.expiresAt))}</p>
          {link.link.mailed && <p>{copy.mailed}</p>}
          <CopyField label={copy.link} value={`${window.location.origin}${BASE}${link.link.path}`} />
        </>
      )}
    </MadeDialog>
  );
}
