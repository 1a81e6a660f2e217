import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { receipts as copy } from "#texts/receipt";
import { CHECK, pathTo } from "../../../api/paths";
import { Fold } from "../../../kit/Fold";
import { CopyReceipt, type CopyReceiptProps } from "./CopyReceipt";
import css from "./CopyReceipt.module.css";

/** What only those need who must prove a figure, behind one word. */
export function Verify({ children }: { readonly children: ReactNode }) {
  return (
    <Fold title={copy.verify}>
      <div className={css.verify}>
        <p>{copy.about}</p>
        {children}
        <p>
          <Link to={pathTo(CHECK)}>{copy.check}</Link>
        </p>
      </div>
    </Fold>
  );
}

/** The receipt of a figure that is shown. */
export function VerifyFigure(props: CopyReceiptProps) {
  return (
    <Verify>
      <CopyReceipt {...props} />
    </Verify>
  );
}
