import { type ReactNode, useState } from "react";
import { Popover } from "../../../kit/Popover";
import css from "./ExplainedName.module.css";

export type ExplainedNameProps = {
  readonly name: ReactNode;
  /** The title of the explanation. */
  readonly title: string;
  /** In the style of a row name. */
  readonly strong?: boolean | undefined;
  /** The explanation. */
  readonly children: ReactNode;
};

/**
 * A name that shows its explanation when pressed. A button rather than a tooltip, so that touch and keyboard
 * can use it too.
 */
export function ExplainedName({ name, title, strong, children }: ExplainedNameProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={title}
      className={css.layer}
      trigger={
        <button type="button" className={css.name} data-strong={strong || undefined}>
          {name}
        </button>
      }
    >
      <p className={css.title}>{title}</p>
      <div className={css.text}>{children}</div>
    </Popover>
  );
}
